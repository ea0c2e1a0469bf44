// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import io.nearcall.ipc.wait.VirtualThreads;
import io.nearcall.ipc.wait.WaitSlices;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.Channel;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.locks.ReentrantLock;

/** What both ends of a stream of bytes have in common, whatever carries the stream. */
abstract class ByteEnd implements Channel {

    /* One thread moves bytes at a time, under the lock; so does who gives back what the end has, after those that wait have been
     * woken. Every wait is cut into slices, for an interrupt and the death of another process wake nobody. */

    private final ReentrantLock lock = new ReentrantLock();
    private final Carrier carrier;
    private volatile boolean closed;

    ByteEnd(Carrier carrier) {
        this.carrier = carrier;
    }

    /**
     * One thread at a time. To be followed by {@link #leave}.
     *
     * @throws InterruptedIOException as {@link #awaitMove}, if another thread has to be waited for
     */
    final void enter() throws IOException {
        if (!tryEnter()) {
            try {
                lock.lockInterruptibly();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw interrupted();
            }
            checkOpen(true);
        }
    }

    /** As {@link #enter}, but false if another thread has to be waited for. */
    final boolean tryEnter() throws IOException {
        boolean entered = lock.tryLock();
        checkOpen(entered);
        return entered;
    }

    private void checkOpen(boolean entered) throws IOException {
        if (closed) {
            if (entered) {
                lock.unlock();
            }
            throw new ClosedChannelException();
        }
    }

    private InterruptedIOException interrupted() {
        return new InterruptedIOException("interrupted while waiting for " + carrier);
    }

    final void leave() {
        lock.unlock();
    }

    /** As {@link Carrier#moveNow}. */
    final int moveNow(ByteBuffer buffer) throws IOException {
        if (closed) {
            throw new AsynchronousCloseException(); // in the midst of a long write
        }
        return carrier.moveNow(buffer);
    }

    /**
     * Waits until something can be moved, and moves it.
     *
     * @throws InterruptedIOException if the thread is interrupted, whose status stays set; the end stays open
     * @throws PeerDiedException if nobody is left to wait for
     */
    final int awaitMove(ByteBuffer buffer) throws IOException {
        boolean virtual = VirtualThreads.isCurrentVirtual();
        for (int slice = 0; ; slice++) {
            if (Thread.currentThread().isInterrupted()) {
                throw interrupted();
            }
            PeerProcess dead = virtual ? parked(slice) : carrier.await(slice);
            int moved = moveNow(buffer);
            if (moved != 0) {
                return moved;
            }
            if (dead != null) {
                throw new PeerDiedException(carrier.toString(), dead.pid());
            }
        }
    }

    private PeerProcess parked(int slice) throws IOException {
        WaitSlices.parkVirtual(slice, System.nanoTime() + Carrier.SLICE_NS);
        return carrier.deadPeer();
    }

    @Override
    public final boolean isOpen() {
        return !closed;
    }

    /** Closes this end. Reads and writes of other threads end with an AsynchronousCloseException. Idempotent. */
    @Override
    public final void close() throws IOException {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        carrier.wake();
        lock.lock();
        try {
            carrier.end();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public final String toString() {
        return getClass().getSimpleName() + "[" + carrier + "]";
    }
}
