// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os.windows;

import io.nearcall.ipc.os.WindowsException;

/** Processes of Windows by handle. {@link Handles#await} waits for the end of one. Thread-safe. */
public final class Processes {

    private Processes() {}

    /**
     * Returns a handle, which stands for this process also when it is dead.
     *
     * @throws WindowsException EINVAL if there is none of that id; EACCES
     */
    public static long open(int pid) {
        Library.load();
        return ErrorCodes.check(open0(pid), "OpenProcess", "process " + Integer.toUnsignedString(pid));
    }

    /** When the process began, in units of 100 ns since 1601. */
    public static long start(long handle) {
        return ErrorCodes.check(start0(handle), "GetProcessTimes", "handle " + handle);
    }

    /** Whether the process is this user's. */
    public static boolean isOwn(long handle) {
        return ErrorCodes.check(isOwn0(handle), "OpenProcessToken", "handle " + handle) != 0;
    }

    private static native long open0(int pid);

    private static native long start0(long handle);

    private static native int isOwn0(long handle);
}
