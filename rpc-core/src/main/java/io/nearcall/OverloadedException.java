// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/**
 * A limit on what may be in progress at once is reached: no lane became free in time, the peer makes no more, as many calls
 * are in flight as may be, or the executor of the other side has rejected the call.
 */
public final class OverloadedException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final int limit;

    /**
     * Describes the shortage.
     *
     * @param what is at its limit, as in "lanes to \"orders\" of process 4711"
     * @param waitedNs how long the caller waited for one to become free
     */
    public OverloadedException(Outcome outcome, String what, int limit, long waitedNs) {
        super(
                outcome,
                "Overloaded: all " + limit + " " + what + " are in use"
                        + (waitedNs > 0 ? " and none became free within " + DurationText.format(waitedNs) : "")
                        + ". Call from fewer threads at once, make the methods shorter, or raise the limit when the"
                        + " endpoint is built. "
                        + said(outcome));
        this.limit = limit;
    }

    /** The executor of the process {@code peerPid} has not taken the call, for that reason. */
    public OverloadedException(Outcome outcome, String method, int peerPid, String reason) {
        super(
                outcome,
                "Overloaded: the executor of process " + peerPid + " has not taken " + method + ": " + reason
                        + ". Call less at once, or give its endpoint an executor that takes more. " + said(outcome));
        this.limit = 0;
    }

    /** How many there may be; 0 if that is known to the other side's executor only. */
    public int limit() {
        return limit;
    }
}
