// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Two streams, without a buffer. */
final class StreamLink implements Link {

    private final InputStream in;
    private final OutputStream out;

    StreamLink(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        out.write(bytes);
    }

    @Override
    public void read(byte[] into) throws IOException {
        if (in.readNBytes(into, 0, into.length) != into.length) {
            throw new EOFException("the other side has gone");
        }
    }
}
