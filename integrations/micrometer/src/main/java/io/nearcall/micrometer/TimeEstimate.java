// SPDX-License-Identifier: Apache-2.0
package io.nearcall.micrometer;

/**
 * Estimates how long all calls of a method took, from the calls that were timed. The estimate never shrinks, as a
 * counter must not. One thread at a time.
 */
final class TimeEstimate {

    /* When many calls are made, few are timed. When few are made, all are timed. So the mean of all timed calls would
     * be the mean of quiet times. Instead, the calls since the last look count with the mean of the calls timed since
     * then, or with the mean before if none was timed. Calls before the first timed call are added when it has been
     * timed. */

    private long timedCalls;
    private long timedNs;
    private long estimatedCalls;
    private double meanNs = Double.NaN;
    private double totalNs;

    /** Takes the calls that have been counted and timed until now. */
    void update(long calls, long nowTimedCalls, long nowTimedNs) {
        long newlyTimed = nowTimedCalls - timedCalls;
        if (newlyTimed > 0) {
            meanNs = Math.max(0, nowTimedNs - timedNs) / (double) newlyTimed;
            timedCalls = nowTimedCalls;
            timedNs = nowTimedNs;
        }
        if (!Double.isNaN(meanNs) && calls > estimatedCalls) {
            totalNs += (calls - estimatedCalls) * meanNs;
            estimatedCalls = calls;
        }
    }

    double totalNs() {
        return totalNs;
    }
}
