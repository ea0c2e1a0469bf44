// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os.windows;

import io.nearcall.ipc.os.WindowsException;

/**
 * Semaphores, mutexes and events of Windows. Each is found by name, and made for this user if there is none. {@link
 * Handles#await} waits for one. Thread-safe, except that a mutex belongs to the thread that has acquired it.
 */
public final class Sync {

    private Sync() {}

    /** An existing semaphore keeps its value and its maximum. */
    public static KernelObject createSemaphore(String name, int initial, int maximum) {
        Library.load();
        return KernelObject.made(createSemaphore0(name, initial, maximum), "CreateSemaphore", name);
    }

    /** @throws WindowsException ENOENT, EACCES */
    public static long openSemaphore(String name) {
        Library.load();
        return ErrorCodes.check(openSemaphore0(name), "OpenSemaphore", name);
    }

    /**
     * Adds to a semaphore. Returns its value before.
     *
     * @throws WindowsException ERANGE if it would exceed its maximum
     */
    public static int releaseSemaphore(long handle, int count) {
        return (int) ErrorCodes.check(releaseSemaphore0(handle, count), "ReleaseSemaphore", "count " + count);
    }

    public static KernelObject createMutex(String name) {
        Library.load();
        return KernelObject.made(createMutex0(name), "CreateMutex", name);
    }

    /** @throws WindowsException ENOENT, EACCES */
    public static long openMutex(String name) {
        Library.load();
        return ErrorCodes.check(openMutex0(name), "OpenMutex", name);
    }

    /** @throws WindowsException EPERM if this thread does not hold it */
    public static void releaseMutex(long handle) {
        ErrorCodes.check(releaseMutex0(handle), "ReleaseMutex", "handle " + handle);
    }

    /**
     * An existing event keeps its state and its kind.
     *
     * @param manual whether it stays set until somebody resets it, and does not end with the first wait
     */
    public static KernelObject createEvent(String name, boolean manual, boolean set) {
        Library.load();
        return KernelObject.made(createEvent0(name, manual, set), "CreateEvent", name);
    }

    /** @throws WindowsException ENOENT, EACCES */
    public static long openEvent(String name) {
        Library.load();
        return ErrorCodes.check(openEvent0(name), "OpenEvent", name);
    }

    public static void setEvent(long handle, boolean set) {
        ErrorCodes.check(setEvent0(handle, set), set ? "SetEvent" : "ResetEvent", "handle " + handle);
    }

    private static native long createSemaphore0(String name, int initial, int maximum);

    private static native long openSemaphore0(String name);

    private static native int releaseSemaphore0(long handle, int count);

    private static native long createMutex0(String name);

    private static native long openMutex0(String name);

    private static native int releaseMutex0(long handle);

    private static native long createEvent0(String name, boolean manual, boolean set);

    private static native long openEvent0(String name);

    private static native int setEvent0(long handle, boolean set);
}
