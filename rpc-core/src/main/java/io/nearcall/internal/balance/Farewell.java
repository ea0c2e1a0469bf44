// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.balance;

/** How long a server that has asked its callers to call others still serves them. One thread. */
public final class Farewell {

    /** At most. */
    public static final long LONGEST_NS = 500_000_000;

    /** A caller that has moved sends nothing for so long. More than the way to it and back takes. */
    private static final long QUIET_NS = 200_000_000;

    private final long endNs;
    private long taken;
    private long quietNs;

    /**
     * It begins.
     *
     * @param patienceNs how long it takes at most, unless that is longer than {@link #LONGEST_NS}
     * @param taken how many calls the server has taken so far
     */
    public Farewell(long nowNs, long patienceNs, long taken) {
        this.endNs = nowNs + Math.min(patienceNs, LONGEST_NS);
        this.taken = taken;
        this.quietNs = nowNs + QUIET_NS;
    }

    /** Returns whether no call has come for a while, or it has taken long enough. */
    public boolean isOver(long nowNs, long nowTaken) {
        if (nowTaken != taken) {
            taken = nowTaken;
            quietNs = nowNs + QUIET_NS;
        }
        return nowNs - endNs >= 0 || nowNs - quietNs >= 0;
    }
}
