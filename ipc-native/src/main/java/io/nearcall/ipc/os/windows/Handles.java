// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os.windows;

/** Handles of Windows, of any kind. A handle must not be closed while a thread waits for it. Thread-safe otherwise. */
public final class Handles {

    /** The object is signalled, or was acquired. */
    public static final int SIGNALLED = 0;

    /** The same, of a mutex whose owner has ended without releasing it. */
    public static final int ABANDONED = 0x80;

    /** The time limit has passed. */
    public static final int TIMED_OUT = 0x102;

    private Handles() {}

    /**
     * Waits until an object is signalled, and acquires it if it is a semaphore or a mutex. Blocks the thread, and does
     * not notice an interrupt. Returns one of the constants above.
     */
    public static int await(long handle, int timeoutMs) {
        Library.load();
        return (int) ErrorCodes.check(await0(handle, timeoutMs), "WaitForSingleObject", "handle " + handle);
    }

    /** Whether the object belongs to this user. */
    public static boolean isOwn(long handle) {
        Library.load();
        return ErrorCodes.check(isOwn0(handle), "GetSecurityInfo", "handle " + handle) != 0;
    }

    public static void close(long handle) {
        Library.load();
        ErrorCodes.check(close0(handle), "CloseHandle", "handle " + handle);
    }

    private static native int await0(long handle, int timeoutMs);

    private static native int isOwn0(long handle);

    private static native int close0(long handle);
}
