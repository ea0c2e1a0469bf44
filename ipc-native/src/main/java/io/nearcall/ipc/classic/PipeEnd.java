// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Fifo;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.Channel;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;

/** What both ends of a named pipe have in common. */
abstract class PipeEnd implements Channel {

    /** Longest wait before the thread looks whether it has been interrupted. */
    private static final long SLICE_NS = 10_000_000;

    private static final int STAGING_LENGTH = 1 << 16;

    final Path path;
    final int fd;
    private final boolean readable;
    private final int wakeUp;
    private final ReentrantLock lock = new ReentrantLock(); // of who reads or writes, and of the descriptors
    private volatile boolean closed;
    private ByteBuffer staging;

    PipeEnd(Path path, int fd, boolean readable) {
        this.path = path;
        this.fd = fd;
        this.readable = readable;
        boolean made = false;
        try {
            this.wakeUp = Fifo.openWakeUp();
            made = true;
        } finally {
            if (!made) {
                Descriptors.close(fd);
            }
        }
    }

    /** One thread at a time. To be followed by {@link #leave}. */
    final void enter() throws IOException {
        lock.lock();
        if (closed) {
            lock.unlock();
            throw new ClosedChannelException();
        }
    }

    final void leave() {
        lock.unlock();
    }

    /** Outside the heap, for buffers that are inside. */
    final ByteBuffer staging() {
        if (staging == null) {
            staging = ByteBuffer.allocateDirect(STAGING_LENGTH);
        }
        return staging;
    }

    /**
     * Waits until something can be read or written.
     *
     * @return whether the other end has gone
     * @throws InterruptedIOException if the thread is interrupted, whose status stays set; the pipe stays open
     */
    final boolean await() throws IOException {
        while (true) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted while waiting for " + path);
            }
            int found = Fifo.await(fd, readable, wakeUp, SLICE_NS);
            if (closed) {
                throw new AsynchronousCloseException();
            }
            if ((found & (Fifo.READY | Fifo.GONE)) != 0) {
                return (found & Fifo.READY) == 0;
            }
        }
    }

    @Override
    public final boolean isOpen() {
        return !closed;
    }

    /** Ends the reads and writes of other threads with an AsynchronousCloseException. Idempotent. */
    @Override
    public final void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        Fifo.wake(wakeUp);
        lock.lock();
        try {
            Descriptors.close(fd);
            Descriptors.close(wakeUp);
        } finally {
            lock.unlock();
        }
    }
}
