// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import io.nearcall.ipc.backend.FutexCalls;

/** Sleeping on a word of shared memory. Works on maps that are read-only in this process, and between processes. */
public final class Futex {

    /** Set by {@link ForeignFunctions} alone; null if natives are called. */
    static FutexCalls foreign;

    private Futex() {}

    /**
     * Blocks while the word holds {@code expected}, until somebody wakes this thread or the time is over. Neither an
     * interrupt nor the other process's death ends the sleep. A return says nothing about the word: look again.
     *
     * @param address of a 32-bit word, a multiple of 4, in mapped memory
     * @param timeoutNs 0 or more
     * @return 0 if woken, {@code -EAGAIN} if the word holds something else, {@code -ETIMEDOUT}, {@code -EINTR}
     */
    public static int await(long address, int expected, long timeoutNs) {
        check(address);
        if (timeoutNs < 0) {
            throw new IllegalArgumentException("timeoutNs=" + timeoutNs + " is negative");
        }
        NativeLibrary.load();
        return foreign == null ? await0(address, expected, timeoutNs) : foreign.await(address, expected, timeoutNs);
    }

    /**
     * Wakes up to {@code waiters} of the threads that sleep on the word, in any process. Does not block.
     *
     * @return how many were woken, or {@code -errno}
     */
    public static int wake(long address, int waiters) {
        check(address);
        if (waiters < 0) {
            throw new IllegalArgumentException("waiters=" + waiters + " is negative");
        }
        NativeLibrary.load();
        return foreign == null ? wake0(address, waiters) : foreign.wake(address, waiters);
    }

    private static void check(long address) {
        if (address == 0 || (address & 3) != 0) {
            throw new IllegalArgumentException(
                    "address=0x" + Long.toHexString(address) + " is not that of a 32-bit word");
        }
    }

    private static native int await0(long address, int expected, long timeoutNs);

    private static native int wake0(long address, int waiters);
}
