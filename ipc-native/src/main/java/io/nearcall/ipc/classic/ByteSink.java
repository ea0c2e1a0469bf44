// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;

/**
 * The writing end of a stream of bytes between processes. Closing it ends the stream. Any number of threads may use it;
 * one of them writes at a time. An interrupt ends a write with an {@link java.io.InterruptedIOException} and has no
 * other effect: the end stays open. The interrupt status of the thread is set then, and the position of the buffer
 * tells what was written.
 *
 * <p>A write allocates nothing, except for 64 KiB outside the heap once, for buffers that are on the heap. Bytes pass
 * through the heap only if their buffer is there.
 */
public final class ByteSink extends ByteEnd implements WritableByteChannel {

    ByteSink(Carrier carrier) {
        super(carrier);
    }

    /**
     * Writes all that remains, in pieces, and waits for room.
     *
     * @return the number of bytes written
     * @throws PeerDiedException if there is no room, and the process at the other end has died without closing its end
     * @throws IOException if the other end is known to be closed (EPIPE), which is known at the latest when there is no
     *     room; or if the carrier of the stream has failed or was removed
     */
    @Override
    public int write(ByteBuffer source) throws IOException {
        enter();
        try {
            int begin = source.position();
            while (source.hasRemaining()) {
                if (moveNow(source) == 0) {
                    awaitMove(source);
                }
            }
            return source.position() - begin;
        } finally {
            leave();
        }
    }

    /**
     * Writes what there is room for now.
     *
     * @return the number of bytes written; 0 if there is no room, or while another thread writes
     * @throws IOException as {@link #write}
     */
    public int tryWrite(ByteBuffer source) throws IOException {
        if (!tryEnter()) {
            return 0;
        }
        try {
            return source.hasRemaining() ? moveNow(source) : 0;
        } finally {
            leave();
        }
    }

    /**
     * Returns this end as a stream, which closes it when it is closed. The stream blocks as {@link #write} does, and
     * buffers nothing.
     */
    public OutputStream outputStream() {
        return Channels.newOutputStream(this);
    }
}
