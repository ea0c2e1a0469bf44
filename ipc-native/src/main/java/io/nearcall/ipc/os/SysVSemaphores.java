// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import io.nearcall.ipc.backend.SemaphoreCalls;

/** System V semaphore sets by id. Keys and flags are those of {@link SysVMessages}. Thread-safe. */
public final class SysVSemaphores {

    /** Most operations that can be done at once. */
    public static final int MAX_OPERATIONS = 32;

    /** Highest value of a semaphore. */
    public static final int MAX_VALUE = 32_767;

    private static final int STATUS_FIELDS = 6;
    private static final int OPERATION_FIELDS = 3;

    /** Set by {@link ForeignFunctions} alone; null if natives are called. */
    static SemaphoreCalls foreign;

    private SysVSemaphores() {}

    /**
     * The status of a set.
     *
     * @param owner the user to whom it belongs; {@code maker} is the user who made it, and who may do the same
     * @param permissions such as 0600
     * @param lastOperation when it was last operated on, in seconds of the epoch; 0 if never
     */
    public record Status(int count, int owner, int permissions, long lastOperation, int maker, int key) {}

    /** Returns the id of a set, or {@code -errno}. The values of a new one are 0. */
    public static int open(int key, int count, int flags) {
        NativeLibrary.load();
        return foreign == null ? open0(key, count, flags) : foreign.open(key, count, flags);
    }

    /**
     * Does all of the operations at once, or none of them.
     *
     * @param operations three numbers each: the semaphore; the number to add to it, or 0 to wait until it is 0; and a
     *     flag. If the flag is not 0, the kernel takes the addition back when the process dies
     * @param timeoutNs how long to wait until all can be done; 0 does not wait
     * @return 0; {@code -EAGAIN} if they could not be done in that time, {@code -EINTR} if a signal came,
     *     {@code -EIDRM} if the set was removed meanwhile, {@code -ERANGE} if a value became too high, or another
     *     {@code -errno}
     */
    public static int operate(int id, short[] operations, long timeoutNs) {
        int count = operations.length / OPERATION_FIELDS;
        if (count * OPERATION_FIELDS != operations.length || count == 0 || count > MAX_OPERATIONS) {
            throw new IllegalArgumentException("operations.length=" + operations.length + " is not a multiple of "
                    + OPERATION_FIELDS + " up to " + OPERATION_FIELDS * MAX_OPERATIONS);
        }
        if (timeoutNs < 0) {
            throw new IllegalArgumentException("timeoutNs=" + timeoutNs + " is negative");
        }
        NativeLibrary.load();
        return foreign == null
                ? operate0(id, operations, count, timeoutNs)
                : foreign.operate(id, operations, count, timeoutNs);
    }

    public static int get(int id, int semaphore) {
        NativeLibrary.load();
        return checked(foreign == null ? get0(id, semaphore) : foreign.get(id, semaphore), "semctl(GETVAL)", id);
    }

    /** @throws OsException ERANGE if the value is too high */
    public static void set(int id, int semaphore, int value) {
        NativeLibrary.load();
        checked(foreign == null ? set0(id, semaphore, value) : foreign.set(id, semaphore, value), "semctl(SETVAL)", id);
    }

    /**
     * How many threads wait for a semaphore.
     *
     * @param forZero those that wait until it is 0, instead of those that wait until it is larger
     */
    public static int waiters(int id, int semaphore, boolean forZero) {
        NativeLibrary.load();
        return checked(
                foreign == null ? waiters0(id, semaphore, forZero) : foreign.waiters(id, semaphore, forZero),
                "semctl(GETNCNT)",
                id);
    }

    /** The process that last changed the semaphore. */
    public static int lastPid(int id, int semaphore) {
        NativeLibrary.load();
        return checked(
                foreign == null ? lastPid0(id, semaphore) : foreign.lastPid(id, semaphore), "semctl(GETPID)", id);
    }

    public static Status status(int id) {
        NativeLibrary.load();
        long[] fields = new long[STATUS_FIELDS];
        checked(foreign == null ? status0(id, fields) : foreign.status(id, fields), "semctl(IPC_STAT)", id);
        return new Status(
                (int) fields[0], (int) fields[1], (int) fields[2] & 0777, fields[3], (int) fields[4], (int) fields[5]);
    }

    /** Removes a set at once. Threads that wait for it get EIDRM. Returns false if it was gone. */
    public static boolean remove(int id) {
        NativeLibrary.load();
        return SysVMessages.removed(foreign == null ? remove0(id) : foreign.remove(id), "semctl(IPC_RMID)", id);
    }

    private static int checked(int result, String call, int id) {
        SysVMessages.check(result, call, id);
        return result;
    }

    private static native int open0(int key, int count, int flags);

    private static native int operate0(int id, short[] operations, int count, long timeoutNs);

    private static native int get0(int id, int semaphore);

    private static native int set0(int id, int semaphore, int value);

    private static native int waiters0(int id, int semaphore, boolean forZero);

    private static native int lastPid0(int id, int semaphore);

    private static native int status0(int id, long[] fields);

    private static native int remove0(int id);
}
