// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.wait;

import io.nearcall.ipc.channel.WaitResult;
import java.util.concurrent.locks.LockSupport;

/** The slices of every sleep, of whatever kind. Between two slices a thread checks everything that does not wake it. */
public final class WaitSlices {

    /** Longest sleep of a thread that must notice an interrupt, because an interrupt does not end a native sleep. */
    private static final long INTERRUPT_SLICE_NS = 10_000_000;

    /** Longest sleep of any thread, in case the wake-up on disconnect comes just before the sleep. */
    private static final long SLICE_NS = 100_000_000;

    /** The first slice of a virtual thread, which nobody wakes. The next slices double, up to the limit below. */
    private static final long VIRTUAL_SLICE_NS = 50_000;

    private static final int VIRTUAL_SLICE_DOUBLINGS = 7;

    private WaitSlices() {}

    /** Returns why the wait is over, or null if it is not. */
    public static WaitResult end(boolean disconnected, long deadlineNs, boolean interruptible) {
        if (disconnected) {
            return WaitResult.CLOSED;
        }
        if (interruptible && Thread.currentThread().isInterrupted()) {
            return WaitResult.INTERRUPTED;
        }
        return deadlineNs - System.nanoTime() <= 0 ? WaitResult.TIMED_OUT : null;
    }

    /** How long a platform thread may sleep before it looks again, in nanoseconds. */
    public static long lengthNs(long deadlineNs, boolean interruptible) {
        long remainingNs = Math.max(0, deadlineNs - System.nanoTime());
        return Math.min(remainingNs, interruptible ? INTERRUPT_SLICE_NS : SLICE_NS);
    }

    /**
     * The sleep of a virtual thread. A sleep in native code would block the carrier and starve the other virtual
     * threads.
     *
     * @param slice the number of slices that the thread has slept in this wait; negative if there are more than an int
     *     can count
     */
    public static void parkVirtual(int slice, long deadlineNs) {
        int doublings = slice < 0 ? VIRTUAL_SLICE_DOUBLINGS : Math.min(slice, VIRTUAL_SLICE_DOUBLINGS);
        park(Math.min(VIRTUAL_SLICE_NS << doublings, deadlineNs - System.nanoTime()));
    }

    /**
     * Sleeps, on a thread of any kind, even if it is interrupted already. Keeps the interrupt status. May return early.
     */
    public static void park(long lengthNs) {
        boolean interrupted = Thread.interrupted(); // with its status set, parking returns at once
        if (interrupted) {
            LockSupport.parkNanos(1); // the interrupt left a permit, which makes one more park return at once
        }
        LockSupport.parkNanos(lengthNs);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
