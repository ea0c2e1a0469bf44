// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

import io.nearcall.bench.subject.Calls;
import java.util.concurrent.locks.LockSupport;

/**
 * One call at each moment of a fixed schedule; the thread sleeps in between. A moment that passes while a call is on its way
 * is left out, so that the thread sleeps before every call. {@code handover.c} keeps the same schedule.
 */
final class PacedCalls {

    private PacedCalls() {}

    /**
     * Makes them. Blocks.
     *
     * @return how long each took, from when its thread ran: what the thread slept longer than it wanted to is not in it
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

    /** The first moment of the schedule behind the last one that is still to come. */
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
