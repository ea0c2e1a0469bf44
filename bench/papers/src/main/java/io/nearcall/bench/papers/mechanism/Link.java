// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** One end of a connection that stays: bytes there, and bytes back. For one thread. */
public interface Link {

    /** Sends all of them. Blocks. */
    void write(byte[] bytes) throws Exception;

    /** Waits for as many bytes as there is room for. */
    void read(byte[] into) throws Exception;

    /** The way of java.io. */
    static Link of(InputStream in, OutputStream out) {
        return new StreamLink(in, out);
    }

    /** The way of java.nio. */
    static Link of(ReadableByteChannel in, WritableByteChannel out) {
        return new ChannelLink(in, out);
    }
}
