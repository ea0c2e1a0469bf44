// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.SysVSemaphores;
import io.nearcall.ipc.wait.WaitSlices;
import java.time.Duration;
import java.util.Objects;

/**
 * A System V semaphore set: counters of the host, of which several can be changed in one step. Either all of them
 * change or none, as soon as no counter becomes negative by it. The set stays until somebody removes it. The object
 * that has created the set removes it when it is closed. If the JVM is killed, nobody removes it.
 *
 * <p>Safe for use by any number of threads. A thread that waits sleeps in the kernel, and checks every 10 ms whether it
 * has been interrupted. A thread that is interrupted has changed nothing.
 */
public final class SemaphoreSet extends SysVObject {

    private static final String KIND = "semaphore set";
    private static final long SLICE_NS = 10_000_000;
    private static final long INITIALISATION_NS = 1_000_000_000;
    private static final long GLANCE_NS = 1_000_000;

    private final int count;
    private final short[][] acquires;
    private final short[][] releases;

    private SemaphoreSet(int id, boolean created) {
        super(KIND, id, created);
        this.count = status().count();
        this.acquires = new short[count][];
        this.releases = new short[count][];
        for (int i = 0; i < count; i++) {
            acquires[i] = words(Operation.acquire(i));
            releases[i] = words(Operation.release(i));
        }
    }

    /**
     * A step on one semaphore.
     *
     * @param change if negative, waits until the value is that high, and subtracts it; if positive, adds it; if 0,
     *     waits until the value is 0
     * @param undo whether the kernel takes the change back when the process dies. Meant for locks, whose changes cancel
     *     out: the sum of all changes to be taken back is limited to 32 767 for each process and semaphore
     */
    public record Operation(int semaphore, int change, boolean undo) {

        public static Operation acquire(int semaphore) {
            return new Operation(semaphore, -1, false);
        }

        public static Operation release(int semaphore) {
            return new Operation(semaphore, 1, false);
        }

        public static Operation awaitZero(int semaphore) {
            return new Operation(semaphore, 0, false);
        }

        /** Returns the same step, which the kernel takes back when the process dies. */
        public Operation undone() {
            return new Operation(semaphore, change, true);
        }
    }

    /**
     * Creates a set for this user. Others find the set as soon as its values are set.
     *
     * @param initialValues the values of 1 to 32 semaphores, each 0 to 32 767
     * @throws IllegalArgumentException if there are more or fewer values, or if one is out of bounds
     * @throws OsException EEXIST if there is a set of that key, ENOSPC if the host has as many sets as it may
     * @throws IllegalStateException if somebody else has changed the set before its values were set. The set is removed
     *     then
     */
    public static SemaphoreSet create(IpcKey key, int... initialValues) {
        int count = initialValues.length;
        if (count == 0 || count > SysVSemaphores.MAX_OPERATIONS) {
            throw new IllegalArgumentException(
                    "initialValues.length=" + count + " is not 1 to " + SysVSemaphores.MAX_OPERATIONS);
        }
        Operation[] steps = new Operation[count]; // from 0, all at once; open() waits for this operation
        for (int i = 0; i < count; i++) {
            if (initialValues[i] < 0 || initialValues[i] > SysVSemaphores.MAX_VALUE) {
                throw new IllegalArgumentException(
                        "initialValues[" + i + "]=" + initialValues[i] + " is not 0 to " + SysVSemaphores.MAX_VALUE);
            }
            steps[i] = new Operation(i, initialValues[i], false);
        }
        int id = create("semget", KIND, key, "kernel.sem", flags -> SysVSemaphores.open(key.value(), count, flags));
        boolean initialised = false;
        try {
            SemaphoreSet set = new SemaphoreSet(id, true);
            initialised = set.tryOperate(steps);
            if (!initialised) {
                throw new IllegalStateException(
                        set + " was changed by another process before its values were set, and has been removed");
            }
            return set;
        } finally {
            if (!initialised) {
                SysVSemaphores.remove(id);
            }
        }
    }

    /**
     * Opens the set of that key. Blocks for a second at most, while its creator has not set its values.
     *
     * @throws IllegalArgumentException if the key is {@link IpcKey#PRIVATE}
     * @throws OsException ENOENT if there is none, EACCES if it belongs to another user
     * @throws IllegalStateException if the values are not set in that time: the creator has died, or does not set them
     */
    public static SemaphoreSet open(IpcKey key) {
        int id = open("semget", KIND, key, false, flags -> SysVSemaphores.open(key.value(), 0, flags));
        SemaphoreSet set = ofId(id);
        long endNs = System.nanoTime() + INITIALISATION_NS;
        while (set.status().lastOperation() == 0) { // Stevens, UNIX Network Programming 2, 11.2
            if (System.nanoTime() - endNs > 0) {
                throw new IllegalStateException(
                        KIND + " of key " + key + " has not been initialised by an operation. Remove it (ipcrm -s " + id
                                + ") if its creator has died");
            }
            WaitSlices.park(GLANCE_NS);
        }
        return set;
    }

    /**
     * Opens the set of that id, which another process has told.
     *
     * @throws OsException EIDRM if there is none, EACCES if it belongs to another user
     */
    public static SemaphoreSet ofId(int id) {
        return new SemaphoreSet(id, false);
    }

    private SysVSemaphores.Status status() {
        return asked(() -> SysVSemaphores.status(id()));
    }

    /** Returns the number of semaphores. */
    public int count() {
        return count;
    }

    /**
     * Performs all steps if none of them has to wait.
     *
     * @return false if a step would have to wait, and nothing has been done
     * @throws IllegalArgumentException if a step names a semaphore that the set does not have
     * @throws OsException EIDRM if the set has been removed; ERANGE if a value, or the sum to be taken back, would
     *     become too high
     */
    public boolean tryOperate(Operation... steps) {
        return operate(words(steps), 0) == 0;
    }

    /** Performs the steps as {@link #tryOperate} does, and waits until all of them can be done. */
    public void operate(Operation... steps) throws InterruptedException {
        await(words(steps), Patience.forever());
    }

    /**
     * Performs the steps as {@link #tryOperate} does, and waits for that time at most. Returns false if they could not
     * be done in time.
     */
    public boolean operate(Duration limit, Operation... steps) throws InterruptedException {
        return await(words(steps), Patience.of(limit));
    }

    /** Waits until the value is positive, and subtracts 1. */
    public void acquire(int semaphore) throws InterruptedException {
        await(acquires[semaphore], Patience.forever());
    }

    /**
     * Acquires as {@link #acquire(int)} does, and waits for that time at most. Returns false if the value did not
     * become positive.
     */
    public boolean acquire(int semaphore, Duration limit) throws InterruptedException {
        return await(acquires[semaphore], Patience.of(limit));
    }

    /** Acquires as {@link #acquire(int)} does if the value is positive now. Returns whether it was. */
    public boolean tryAcquire(int semaphore) {
        return operate(acquires[semaphore], 0) == 0;
    }

    /** Adds 1 to the value. */
    public void release(int semaphore) {
        operate(releases[semaphore], 0);
    }

    private boolean await(short[] words, Patience patience) throws InterruptedException {
        while (true) {
            long sliceNs = patience.leftNs(SLICE_NS);
            if (operate(words, Math.max(0, sliceNs)) == 0) {
                return true;
            }
            if (sliceNs <= 0) {
                return false;
            }
        }
    }

    /** Returns 0, or {@code -EAGAIN} if the steps could not be done in that time. */
    private int operate(short[] words, long timeoutNs) {
        checkOpen();
        int result = SysVSemaphores.operate(id(), words, timeoutNs);
        if (result == 0 || result == -Errno.EAGAIN) {
            return result;
        }
        if (result == -Errno.EINTR) {
            return -Errno.EAGAIN;
        }
        if (result == -Errno.EFBIG) {
            throw new IllegalArgumentException(KIND + " " + id() + " has " + count + " semaphores only");
        }
        if (result == -Errno.E2BIG) {
            throw failed("semtimedop", result, "more steps at once than the host allows (sysctl kernel.sem)");
        }
        throw gone("semtimedop", result);
    }

    private static short[] words(Operation... steps) {
        short[] words = new short[3 * steps.length];
        for (int i = 0; i < steps.length; i++) {
            words[3 * i] = narrowed("semaphore", steps[i].semaphore());
            words[3 * i + 1] = narrowed("change", steps[i].change());
            words[3 * i + 2] = (short) (steps[i].undo() ? 1 : 0);
        }
        return words;
    }

    private static short narrowed(String what, int value) {
        if ((short) value != value) {
            throw new IllegalArgumentException(what + "=" + value + " is not of 16 bits");
        }
        return (short) value;
    }

    /**
     * Returns the current value.
     *
     * @throws IndexOutOfBoundsException if there is no such semaphore, as with the other methods that take one
     */
    public int get(int semaphore) {
        Objects.checkIndex(semaphore, count);
        return asked(() -> SysVSemaphores.get(id(), semaphore));
    }

    /**
     * Sets the value, whatever it was, and wakes the threads that wait for it. Changes of this semaphore that were to
     * be taken back are forgotten.
     */
    public void set(int semaphore, int value) {
        Objects.checkIndex(semaphore, count);
        asked(() -> {
            SysVSemaphores.set(id(), semaphore, value);
            return null;
        });
    }

    /** Returns how many threads of the host wait until the value is higher. */
    public int waiters(int semaphore) {
        Objects.checkIndex(semaphore, count);
        return asked(() -> SysVSemaphores.waiters(id(), semaphore, false));
    }

    /** Returns how many threads of the host wait until the value is 0. */
    public int waitersForZero(int semaphore) {
        Objects.checkIndex(semaphore, count);
        return asked(() -> SysVSemaphores.waiters(id(), semaphore, true));
    }

    /** Returns the process that changed the semaphore last; 0 if none did. */
    public int lastPid(int semaphore) {
        Objects.checkIndex(semaphore, count);
        return asked(() -> SysVSemaphores.lastPid(id(), semaphore));
    }

    /**
     * Removes the set from the host, at once. Threads of all processes that wait on it get EIDRM. Returns false if it
     * was gone.
     */
    @Override
    public boolean remove() {
        return SysVSemaphores.remove(id());
    }

    @Override
    public String toString() {
        return "SemaphoreSet[id " + id() + ", " + count + " semaphores]";
    }
}
