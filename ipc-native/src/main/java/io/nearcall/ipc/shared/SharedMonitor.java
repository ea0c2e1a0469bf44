// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import io.nearcall.ipc.channel.WaitResult;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * The monitor of a shared object. Of the threads of all processes that have the object open, one at a time holds the
 * monitor. It is reentrant, and not fair. Waiting is timed and interruptible as with any Lock.
 *
 * <p>If a process dies while it holds the monitor, the next thread that asks for it gets an {@link OwnerDiedException}
 * and does not hold it. A thread that waits already gets the exception within a tenth of a second. So does every later
 * thread, until somebody calls {@link #repair}. A thread that awaits a condition gets the exception within the same
 * time. It then holds the monitor, as always after a wait.
 *
 * <p>A process that is merely stopped keeps the monitor. So does a thread that ends without releasing it, as long as
 * its process has the object open.
 */
public final class SharedMonitor implements Lock {

    static final long FOREVER_NS = Long.MAX_VALUE / 2;

    private final SharedObject object;
    final LockWord word;

    /** Only the owner finds itself here, so the order in which others see it does not matter. */
    private Thread owner;

    private int holds;

    SharedMonitor(SharedObject object, LockWord word) {
        this.object = object;
        this.word = word;
    }

    /**
     * Acquires the monitor, and waits for it.
     *
     * @throws OwnerDiedException if a process has died with the monitor and nobody has called {@link #repair}; this
     *     thread does not hold the monitor then
     * @throws IllegalStateException if the object is closed, before or meanwhile
     */
    @Override
    public void lock() {
        try {
            acquire(FOREVER_NS, false, false);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Acquires the monitor as {@link #lock} does, unless the thread is interrupted before or meanwhile. */
    @Override
    public void lockInterruptibly() throws InterruptedException {
        acquire(FOREVER_NS, true, false);
    }

    /** Acquires the monitor as {@link #lock} does, if no other thread holds it. Returns whether it did. */
    @Override
    public boolean tryLock() {
        try {
            return acquire(0, false, false);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Acquires the monitor as {@link #lockInterruptibly} does, and waits for the given time at most. Returns false if
     * it did not get the monitor.
     */
    @Override
    public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
        return acquire(unit.toNanos(timeout), true, false);
    }

    /**
     * Releases the monitor.
     *
     * @throws IllegalMonitorStateException if this thread does not hold it
     */
    @Override
    public void unlock() {
        checkHeld();
        if (--holds == 0) {
            owner = null;
            word.release();
            object.leave();
        }
    }

    /**
     * Always throws an exception: conditions are a part of the layout, so that all processes know them.
     *
     * @throws UnsupportedOperationException always: see {@link Layout#addCondition} and {@link SharedObject#condition}
     */
    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException("a condition is a field: Layout.addCondition, SharedObject.condition");
    }

    /**
     * Acquires the monitor, runs the repair if a process has died with the monitor, and releases it. It waits for the
     * monitor as {@link #lock} does. If the repair returns, the fields are in order again for everybody. If it throws,
     * or if this process dies meanwhile, they are not.
     *
     * @param repair makes the fields consistent, whatever they are
     * @return whether there was something to repair
     * @throws IllegalStateException if the object is closed, before or meanwhile
     */
    public boolean repair(Runnable repair) {
        try {
            acquire(FOREVER_NS, false, true);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return repaired(repair);
    }

    /**
     * Repairs as {@link #repair} does, and waits for the monitor as {@link #tryLock(long, TimeUnit)} does.
     *
     * @return whether there was something to repair; false also if it did not get the monitor
     */
    public boolean tryRepair(Runnable repair, long timeout, TimeUnit unit) throws InterruptedException {
        return acquire(unit.toNanos(timeout), true, true) && repaired(repair);
    }

    private boolean repaired(Runnable repair) {
        try {
            if (word.deadOwner() == 0) {
                return false;
            }
            repair.run();
            word.forgetDeadOwner();
            return true;
        } finally {
            unlock();
        }
    }

    private boolean isHeldByCurrentThread() {
        return owner == Thread.currentThread();
    }

    /** Acquires the monitor, also for a thread that holds it already. */
    private boolean acquire(long timeoutNs, boolean interruptible, boolean inAnyState) throws InterruptedException {
        if (interruptible && Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (isHeldByCurrentThread()) {
            holds++;
            return true;
        }
        object.enter();
        boolean acquired = false;
        try {
            acquired = ended(word.acquire(object::isClosed, limited(timeoutNs), interruptible));
            if (acquired && !inAnyState && word.deadOwner() != 0) {
                acquired = false;
                int died = word.deadOwner();
                word.release();
                throw new OwnerDiedException(object.path(), died);
            }
            if (acquired) {
                owner = Thread.currentThread();
                holds = 1;
            }
            return acquired;
        } finally {
            if (!acquired) {
                object.leave();
            }
        }
    }

    /** Limits a timeout to between zero and {@link #FOREVER_NS}. */
    static long limited(long timeoutNs) {
        return Math.max(0, Math.min(timeoutNs, FOREVER_NS));
    }

    /** Ends a wait with that result: returns true or false, or throws an exception. */
    boolean ended(WaitResult result) throws InterruptedException {
        switch (result) {
            case INTERRUPTED -> {
                Thread.interrupted();
                throw new InterruptedException();
            }
            case CLOSED -> object.checkOpen();
            default -> {}
        }
        return result == WaitResult.READY;
    }

    void checkHeld() {
        if (!isHeldByCurrentThread()) {
            throw new IllegalMonitorStateException("this thread does not hold the monitor of " + object.path());
        }
    }

    /** Releases the monitor, and returns how often this thread had acquired it. */
    int suspend() {
        int suspended = holds;
        owner = null;
        word.release();
        return suspended;
    }

    /**
     * Acquires the monitor again, whatever has happened meanwhile.
     *
     * @throws OwnerDiedException if an owner has died; this thread holds the monitor then, as always after a wait
     */
    void resume(int suspended) {
        word.acquire(() -> false, FOREVER_NS, false);
        owner = Thread.currentThread();
        holds = suspended;
        if (word.deadOwner() != 0) {
            throw new OwnerDiedException(object.path(), word.deadOwner());
        }
    }

    @Override
    public String toString() {
        return "SharedMonitor[" + object.path() + "]";
    }
}
