// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

import io.nearcall.bench.subject.Calls;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes one call at each moment of a fixed schedule. The thread sleeps in between. A moment that passes during a call
 * is left out, so the thread sleeps before every call. {@code handover.c} keeps the same schedule.
 */
final class PacedCalls {

    private PacedCalls() {}

    /**
     * Makes the calls. Blocks.
     *
     * @return how long each call took, from when its thread ran; the time that the thread overslept is not included
     */
    static long[] make(Calls calls, int count, long periodNs) throws Exception {
        long[] timesNs = new long[count];
        long dueNs = System.nanoTime();
        for (int i = 0; i < count; i++) {
            dueNs = nextNs(dueNs, periodNs, System.nanoTime());
            sleepUntil(dueNs);
            long beforeNs = System.nanoTime();
            calls.make(1);
            timesNs[i] = System.nanoTime() - beforeNs;
        }
        return timesNs;
    }

    /** Returns the next moment of the schedule that is still to come. */
    static long nextNs(long lastNs, long periodNs, long nowNs) {
        long periods = Math.max(1, Math.floorDiv(nowNs - lastNs, periodNs) + 1);
        return lastNs + periods * periodNs;
    }

    private static void sleepUntil(long dueNs) {
        for (long leftNs = dueNs - System.nanoTime(); leftNs > 0; leftNs = dueNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
        }
    }
}
