// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** A limit on what may be in progress at once is reached: no lane became free in time, or the peer makes no more. */
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

    public int limit() {
        return limit;
    }
}
