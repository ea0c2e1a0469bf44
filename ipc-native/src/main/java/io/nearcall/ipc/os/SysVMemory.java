// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import io.nearcall.ipc.backend.SharedMemoryCalls;

/**
 * System V shared memory by id. Keys and flags are those of {@link SysVMessages}. Thread-safe. An access to an address
 * after {@link #detach} kills the JVM.
 */
public final class SysVMemory {

    private static final int STATUS_FIELDS = 7;
    private static final int REMOVED = 01000;

    /** Set by {@link ForeignFunctions} alone; null if natives are called. */
    static SharedMemoryCalls foreign;

    private SysVMemory() {}

    /**
     * The status of a segment.
     *
     * @param attached how often it is attached, by all processes
     * @param creator the process that made it
     * @param owner the user to whom it belongs; {@code maker} is the user who made it, and who may do the same
     * @param permissions such as 0600
     * @param removed whether it goes when nobody has it attached any more; it has no key from then on
     */
    public record Status(
            long lengthBytes,
            long attached,
            int creator,
            int owner,
            int permissions,
            boolean removed,
            int maker,
            int key) {}

    /**
     * Returns the id of a segment, or {@code -errno}. A new one is filled with zeros.
     *
     * @param lengthBytes 0 for a segment that exists, whatever its length; {@code -EINVAL} if the segment is shorter
     */
    public static int open(int key, long lengthBytes, int flags) {
        NativeLibrary.load();
        return foreign == null ? open0(key, lengthBytes, flags) : foreign.open(key, lengthBytes, flags);
    }

    /** Maps the whole segment. The map is valid until {@link #detach}, even if the segment has been removed. */
    public static long attach(int id, boolean writable) {
        NativeLibrary.load();
        return foreign == null ? attach0(id, writable) : foreign.attach(id, writable);
    }

    /** Gives up a map. Nobody may touch it any more, on any thread. */
    public static void detach(long address) {
        NativeLibrary.load();
        if (foreign == null) {
            detach0(address);
        } else {
            foreign.detach(address);
        }
    }

    /** @throws OsException EIDRM or EINVAL if there is none of that id, EACCES */
    public static Status status(int id) {
        NativeLibrary.load();
        long[] fields = new long[STATUS_FIELDS];
        SysVMessages.check(foreign == null ? status0(id, fields) : foreign.status(id, fields), "shmctl(IPC_STAT)", id);
        return new Status(
                fields[0],
                fields[1],
                (int) fields[2],
                (int) fields[3],
                (int) fields[4] & 0777,
                (fields[4] & REMOVED) != 0,
                (int) fields[5],
                (int) fields[6]);
    }

    /**
     * Removes a segment when nobody has it attached any more. Its key is free at once. Returns false if it was gone.
     */
    public static boolean remove(int id) {
        NativeLibrary.load();
        return SysVMessages.removed(foreign == null ? remove0(id) : foreign.remove(id), "shmctl(IPC_RMID)", id);
    }

    private static native int open0(int key, long lengthBytes, int flags);

    private static native long attach0(int id, boolean writable);

    private static native void detach0(long address);

    private static native int status0(int id, long[] fields);

    private static native int remove0(int id);
}
