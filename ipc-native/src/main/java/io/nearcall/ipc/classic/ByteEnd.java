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

/** The common part of both ends of a stream of bytes, whatever carries the stream. */
abstract class ByteEnd implements Channel {

    /* One thread at a time moves bytes, under the lock. The thread that closes the end also takes the lock to give back
     * its resources, after it has woken the waiting threads. Every wait is cut into slices, because neither an
     * interrupt nor the death of another process wakes a thread. */

    private final ReentrantLock lock = new ReentrantLock();
    private final Carrier carrier;
    private volatile boolean closed;

    ByteEnd(Carrier carrier) {
        this.carrier = carrier;
    }

    /**
     * Lets one thread in at a time. To be followed by {@link #leave}.
     *
     * @throws InterruptedIOException as {@link #awaitMove}, if it has to wait for another thread
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

    /** As {@link #enter}, but returns false if it would have to wait for another thread. */
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
            throw new AsynchronousCloseException(); // in the middle of a long write
        }
        return carrier.moveNow(buffer);
    }

    /**
     * Waits until something can be moved, and moves it.
     *
     * @throws InterruptedIOException if the thread is interrupted; its status stays set, and the end stays open
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
