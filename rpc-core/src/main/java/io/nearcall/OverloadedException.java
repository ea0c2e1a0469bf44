// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import io.nearcall.internal.context.DurationText;

/**
 * Thrown when a limit on concurrent calls is reached:
 *
 * <ul>
 *   <li>No lane became free in time, or the peer makes no more lanes.
 *   <li>Too many calls are in flight, or calls nest too deep.
 *   <li>The executor of the other side rejected the call.
 * </ul>
 */
public final class OverloadedException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final int limit;

    private OverloadedException(String message, int limit) {
        super(Outcome.NOT_SENT, message + said(Outcome.NOT_SENT));
        this.limit = limit;
    }

    /**
     * Creates the exception for calls back and forth that nest too deep.
     *
     * @param limit how deep calls may nest; the calls of both sides count
     */
    public static OverloadedException tooDeep(String method, int pid, int limit) {
        return new OverloadedException(
                method + " of process " + pid
                        + " was not called: calls back and forth between the two processes are nested " + limit
                        + " deep already. Look for an endless recursion. ",
                limit);
    }

    /**
     * Creates the exception for a limit.
     *
     * @param what the things that are limited, as in "lanes to \"orders\" of process 4711"
     * @param waitedNs how long the caller waited for one to become free, in nanoseconds
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

    /**
     * Creates the exception for a call that the executor of process {@code peerPid} rejected for the given reason.
     */
    public OverloadedException(Outcome outcome, String method, int peerPid, String reason) {
        super(
                outcome,
                "Overloaded: the executor of process " + peerPid + " has rejected " + method + ": " + reason
                        + ". Make fewer calls at once, or give that endpoint an executor with more room. "
                        + said(outcome));
        this.limit = 0;
    }

    /** Returns the limit; 0 if only the executor of the other side knows it. */
    public int limit() {
        return limit;
    }
}
