// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;

/**
 * The reading end of a stream of bytes between processes. Any number of threads may use it; one of them reads at a
 * time. An interrupt ends a read with an {@link java.io.InterruptedIOException} and has no other effect: the end stays
 * open, and the interrupt status of the thread is set.
 *
 * <p>A read allocates nothing, except for 64 KiB outside the heap once, for buffers that are on the heap. Bytes pass
 * through the heap only if their buffer is there.
 */
public final class ByteSource extends ByteEnd implements ReadableByteChannel {

    ByteSource(Carrier carrier) {
        super(carrier);
    }

    /**
     * Reads what there is, and waits for the first byte.
     *
     * @return the number of bytes read; 0 only if {@code destination} has no room; -1 at the end of the stream, when
     *     the other end was closed and everything has been read
     * @throws PeerDiedException if the process at the other end has died without closing its end, and everything has
     *     been read. For a pipe or a socket, the kernel makes that the end of the stream, and the result is -1
     * @throws IOException if the carrier of the stream has failed or was removed
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
     * @return the number of bytes read; 0 if there are none yet, or while another thread reads; -1 at the end of the
     *     stream
     * @throws IOException as {@link #read}
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

    /** Returns this end as a stream, which closes it when it is closed. The stream blocks as {@link #read} does. */
    public InputStream inputStream() {
        return Channels.newInputStream(this);
    }
}
