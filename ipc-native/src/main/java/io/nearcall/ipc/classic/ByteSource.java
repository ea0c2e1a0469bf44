// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;

/**
 * The reading end of a stream of bytes between processes. Any number of threads, of which one reads at a time. An interrupt ends a
 * read with an {@link java.io.InterruptedIOException} and nothing else: the end stays open, and the thread's status set. Nothing
 * is allocated for a read, and no byte passes through the heap but those of buffers that are there.
 */
public final class ByteSource extends ByteEnd implements ReadableByteChannel {

    ByteSource(Carrier carrier) {
        super(carrier);
    }

    /**
     * Reads what there is, waiting for the first byte.
     *
     * @return how many bytes; 0 only if {@code destination} has no room; -1 at the end of the stream: the other end was closed,
     *     and everything has been read
     * @throws PeerDiedException if the process at the other end has died without closing it, and everything has been read. Of a
     *     pipe or a socket the kernel makes that the end of the stream, and it is -1
     * @throws IOException if what carries the stream has failed, or has been removed
     */
    @Override
    public int read(ByteBuffer destination) throws IOException {
        enter();
        try {
            int got = now(destination);
            return got == 0 && destination.hasRemaining() ? awaitMove(destination) : got;
        } finally {
            leave();
        }
    }

    /**
     * Reads what there is now.
     *
     * @return how many bytes; 0 if there are none yet, or while another thread reads; -1 at the end of the stream
     */
    public int tryRead(ByteBuffer destination) throws IOException {
        if (!tryEnter()) {
            return 0;
        }
        try {
            return now(destination);
        } finally {
            leave();
        }
    }

    private int now(ByteBuffer destination) throws IOException {
        if (destination.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        return destination.hasRemaining() ? moveNow(destination) : 0;
    }

    /** This end as a stream, which closes it when it is closed. Blocks as {@link #read} does. */
    public InputStream inputStream() {
        return Channels.newInputStream(this);
    }
}
