// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import io.nearcall.ipc.backend.RecordLockCalls;

/**
 * Exclusive locks on bytes of a file, which need not have these bytes. A lock belongs to the open file. It also
 * excludes other openings of the same file in this process. Unless it is released before, it ends with the last
 * descriptor and the last map that were made of the open file. When a process dies, that is after all of its threads
 * have stopped writing to mapped memory. Nothing here blocks.
 */
public final class RecordLock {

    /** Set by {@link ForeignFunctions} alone; null if natives are called. */
    static RecordLockCalls foreign;

    private RecordLock() {}

    /**
     * Locks a range of bytes.
     *
     * @param fd open for writing
     * @return false if another opening has a lock on any of them
     * @throws OsException ENOLCK if the kernel has no room for another lock
     */
    public static boolean tryLock(int fd, long offset, long lengthBytes) {
        NativeLibrary.load();
        return foreign == null ? try0(fd, offset, lengthBytes) : foreign.tryLock(fd, offset, lengthBytes);
    }

    /** Whether another opening than this one has a lock on any byte of the range. */
    public static boolean isHeld(int fd, long offset, long lengthBytes) {
        NativeLibrary.load();
        return foreign == null ? isHeld0(fd, offset, lengthBytes) : foreign.isHeld(fd, offset, lengthBytes);
    }

    /** Gives up the locks of this opening in the range. */
    public static void release(int fd, long offset, long lengthBytes) {
        NativeLibrary.load();
        if (foreign == null) {
            release0(fd, offset, lengthBytes);
        } else {
            foreign.release(fd, offset, lengthBytes);
        }
    }

    private static native boolean try0(int fd, long offset, long lengthBytes);

    private static native boolean isHeld0(int fd, long offset, long lengthBytes);

    private static native void release0(int fd, long offset, long lengthBytes);
}
