// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** One end of a permanent connection: bytes there, and bytes back. For one thread. */
public interface Link {

    /** Sends all the bytes. Blocks. */
    void write(byte[] bytes) throws Exception;

    /** Waits until the array is full. */
    void read(byte[] into) throws Exception;

    /** Makes a link of java.io streams. */
    static Link of(InputStream in, OutputStream out) {
        return new StreamLink(in, out);
    }

    /** Makes a link of java.nio channels. */
    static Link of(ReadableByteChannel in, WritableByteChannel out) {
        return new ChannelLink(in, out);
    }
}
