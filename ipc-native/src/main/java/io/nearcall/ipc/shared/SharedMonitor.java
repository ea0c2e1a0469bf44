// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import io.nearcall.ipc.channel.WaitResult;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * The monitor of a shared object: one thread of all processes that have it open has it at a time. It is reentrant, and not
 * fair. Waiting is timed and interruptible as of any Lock.
 *
 * <p>If a process dies that has the monitor, whoever asks for it next is told by an {@link OwnerDiedException}, in a tenth of a
 * second at most if he waits already, and does not get it; nor does anybody after him, until somebody calls {@link #repair}.
 * Whoever awaits a condition is told in the same time, and has the monitor then, as always after a wait. A process that is
 * merely stopped keeps it. So does a thread that ends without giving it back, as long as its process has the object open.
 */
public final class SharedMonitor implements Lock {

    static final long FOREVER_NS = Long.MAX_VALUE / 2;

    private final SharedObject object;
    final LockWord word;

    /** Only the owner finds itself here, so that the order in which others see it does not matter. */
    private Thread owner;

    private int holds;

    SharedMonitor(SharedObject object, LockWord word) {
        this.object = object;
        this.word = word;
    }

    /**
     * @throws OwnerDiedException if a process has died with it and nobody has called {@link #repair}: this thread does not have it
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

    /** As {@link #lock}, unless the thread is interrupted before or meanwhile. */
    @Override
    public void lockInterruptibly() throws InterruptedException {
        acquire(FOREVER_NS, true, false);
    }

    /** As {@link #lock}, if nobody has it. */
    @Override
    public boolean tryLock() {
        try {
            return acquire(0, false, false);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** As {@link #lockInterruptibly}, waiting so long; false if it could not be had. */
    @Override
    public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
        return acquire(unit.toNanos(timeout), true, false);
    }

    /** @throws IllegalMonitorStateException if this thread does not have it */
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
     * Conditions are a part of the layout, so that all processes know them.
     *
     * @throws UnsupportedOperationException always: see {@link Layout#addCondition} and {@link SharedObject#condition}
     */
    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException("a condition is a field: Layout.addCondition, SharedObject.condition");
    }

    /**
     * Takes the monitor, waiting for it as {@link #lock} does; if a process has died with it, runs the repair; and gives it
     * back. If the repair returns the fields are in order again for everybody; if it throws, or this process dies meanwhile,
     * they are not.
     *
     * @param repair makes the fields consistent from whatever they are
     * @return whether there was something to repair
     */
    public boolean repair(Runnable repair) {
        try {
            acquire(FOREVER_NS, false, true);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
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

    /** For who takes the monitor once more, too. */
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

    /** Between not at all and for ever. */
    static long limited(long timeoutNs) {
        return Math.max(0, Math.min(timeoutNs, FOREVER_NS));
    }

    /** How a wait that ended so goes on: true or false, or by an exception. */
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
            throw new IllegalMonitorStateException("this thread does not have the monitor of " + object.path());
        }
    }

    /** Gives it back, and how often it had been taken. */
    int suspend() {
        int suspended = holds;
        owner = null;
        word.release();
        return suspended;
    }

    /**
     * Takes it again, whatever has happened meanwhile.
     *
     * @throws OwnerDiedException if an owner has died, and this thread has it yet, as one has who is thrown something in a wait
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
