// SPDX-License-Identifier: Apache-2.0
package io.nearcall.micrometer;

/** How long all calls of a method took, from those that were timed. Never shrinks, as a counter must not. One thread at a time. */
final class TimeEstimate {

    /* Few calls are timed when many are made, and all of them when few are. So the mean of all timed calls would be that of quiet
     * times. The calls since the last look are taken to have lasted as long as those timed since then, or as before if there are
     * none. Calls from before the first timed one wait for it. */

    private long timedCalls;
    private long timedNs;
    private long estimatedCalls;
    private double meanNs = Double.NaN;
    private double totalNs;

    /** All these have been counted and timed until now. */
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
