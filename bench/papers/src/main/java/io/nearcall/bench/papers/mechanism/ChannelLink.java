// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** Two channels, each with one direct buffer, as in Fischer 2024. Longer messages go in pieces. */
final class ChannelLink implements Link {

    private static final int CAPACITY = 1 << 16;

    private final ReadableByteChannel in;
    private final WritableByteChannel out;
    private final ByteBuffer received = ByteBuffer.allocateDirect(CAPACITY);
    private final ByteBuffer sent = ByteBuffer.allocateDirect(CAPACITY);

    ChannelLink(ReadableByteChannel in, WritableByteChannel out) {
        this.in = in;
        this.out = out;
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        for (int offset = 0; offset < bytes.length; offset += sent.limit()) {
            sent.clear()
                    .put(bytes, offset, Math.min(CAPACITY, bytes.length - offset))
                    .flip();
            while (sent.hasRemaining()) {
                out.write(sent);
            }
        }
    }

    @Override
    public void read(byte[] into) throws IOException {
        for (int offset = 0; offset < into.length; ) {
            received.clear().limit(Math.min(CAPACITY, into.length - offset));
            if (in.read(received) < 0) {
                throw new EOFException("the other side has gone");
            }
            received.flip().get(into, offset, received.limit());
            offset += received.limit();
        }
    }
}
