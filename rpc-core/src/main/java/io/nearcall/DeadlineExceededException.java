// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** The answer did not come in time, or the call could not even be sent in time. */
public final class DeadlineExceededException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final long deadlineNs;

    /**
     * Describes the call that took too long.
     *
     * @param what the method, as in "Orders.place", or another act that has a deadline, as in "The greeting"
     * @param deadlineNs what it was given
     * @param detail more about its state, as in "the process is stopped"; may be empty
     */
    public DeadlineExceededException(
            Outcome outcome, String what, String serviceName, int peerPid, long deadlineNs, String detail) {
        super(
                outcome,
                what + " of \"" + serviceName + "\" in " + process(peerPid) + " was not answered within "
                        + DurationText.format(deadlineNs) + (detail.isEmpty() ? "" : ": " + detail)
                        + ". See what that process is doing (jstack " + (peerPid > 0 ? peerPid : "PID")
                        + "), or give it more time (@Deadline, or the Context of the call). " + said(outcome));
        this.deadlineNs = deadlineNs;
    }

    /**
     * Describes the call that was not made, because its time was over before.
     *
     * @param whose time that was, as in "of the call within which it is made"
     */
    public DeadlineExceededException(String what, String serviceName, int peerPid, String whose) {
        super(
                Outcome.NOT_SENT,
                what + " of \"" + serviceName + "\" in " + process(peerPid)
                        + " was not called: the time " + whose
                        + " was over. Give that more, or do less in it before this call. " + said(Outcome.NOT_SENT));
        this.deadlineNs = 0;
    }

    /** How long was waited, in nanoseconds. */
    public long deadlineNs() {
        return deadlineNs;
    }
}
