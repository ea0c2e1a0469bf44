// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

/**
 * Learns whether the calls of one connection take so long that callers should not take turns. Any thread; called only
 * when an answer has not come at once.
 */
final class SlowCalls {

    /* From outside, a call of some 10 us looks the same whether its method takes that long or one side has lost its
     * processor. So callers time their calls. A single slow call says little, and so do a dozen in a row: they may have
     * lost their processor, too. So a whole period counts: if nine of ten calls were slow in it, slow calls prevail for
     * a while. That time doubles as long as the next period shows the same again. While slow calls prevail, nothing is
     * counted: callers that do not take turns are slow for that reason. */

    /** An answer is slow if it comes later than this after its caller has spun briefly. */
    private static final long SLOW_NS = 5_000;

    private static final long PERIOD_NS = 20_000_000;

    /** The fewest slow answers that count in a period: a few calls after silence are slow, and say nothing. */
    private static final int ENOUGH = 32;

    private static final long SHORTEST_NS = 80_000_000;
    private static final long LONGEST_NS = 1_280_000_000;

    volatile boolean prevailing; // each call looks at it
    private volatile long changedNs = System.nanoTime(); // this and the next are written under the lock
    private volatile long lengthNs; // how long slow calls prevail; 0 if the last period did not show that they do

    /**
     * An answer has not come at once.
     *
     * @param period of the lane; null if the lane's calls do not count
     * @param callId the lane's calls are numbered without gaps
     * @param tookNs how long the answer took after its caller had spun briefly
     * @param nowNs as {@link System#nanoTime()} counts
     * @return whether slow calls have just begun to prevail
     */
    boolean count(Period period, long callId, long tookNs, long nowNs) {
        if (prevailing) {
            if (nowNs - changedNs > lengthNs) {
                end(nowNs);
            }
            return false;
        }
        if (period == null || tookNs <= SLOW_NS) {
            return false;
        }
        if (period.startNs - changedNs < 0) {
            period.start(changedNs, callId - 1);
        }
        period.slow++;
        return period.slow >= ENOUGH && nowNs - period.startNs >= PERIOD_NS && decide(period, callId, nowNs);
    }

    private synchronized void end(long nowNs) {
        prevailing = false;
        changedNs = nowNs;
    }

    private synchronized boolean decide(Period period, long callId, long nowNs) {
        boolean nearlyAll = period.slow * 10 >= (callId - period.startCallId) * 9;
        lengthNs = nearlyAll ? Math.max(SHORTEST_NS, Math.min(2 * lengthNs, LONGEST_NS)) : 0;
        prevailing = nearlyAll;
        changedNs = nowNs;
        return nearlyAll;
    }

    /** What one lane has shown since the last decision. Confined to the lane's caller. */
    static final class Period {
        private long startNs = System.nanoTime() - PERIOD_NS; // as if it had begun a period ago, with no call yet
        private long startCallId;
        private long slow;

        private void start(long nowNs, long callId) {
            startNs = nowNs;
            startCallId = callId;
            slow = 0;
        }
    }
}
