// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;

/**
 * The writing end of a stream of bytes between processes; closing it is what ends the stream. Any number of threads, of which one
 * writes at a time. An interrupt ends a write with an {@link java.io.InterruptedIOException} and nothing else: the end stays open,
 * the thread's status set, and the buffer's position tells what was written. Nothing is allocated for a write, and no byte passes
 * through the heap but those of buffers that are there.
 */
public final class ByteSink extends ByteEnd implements WritableByteChannel {

    ByteSink(Carrier carrier) {
        super(carrier);
    }

    /**
     * Writes all that remains, in pieces, waiting for room.
     *
     * @return how many bytes that were
     * @throws PeerDiedException if there is no room, and the process at the other end has died without closing it
     * @throws IOException if the other end is known to be closed (EPIPE), as it is at the latest when there is no room; if what
     *     carries the stream has failed, or has been removed
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
     * @return how many bytes; 0 if there is none, or while another thread writes
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

    /** This end as a stream, which closes it when it is closed. Blocks as {@link #write} does, and keeps nothing back. */
    public OutputStream outputStream() {
        return Channels.newOutputStream(this);
    }
}
