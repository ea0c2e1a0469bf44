// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import io.nearcall.internal.context.DurationText;

/** Thrown when the answer did not come in time, or when the call could not even be sent in time. */
public final class DeadlineExceededException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final long deadlineNs;

    /**
     * Creates the exception for a call that took too long.
     *
     * @param what the method, as in "Orders.place", or another operation that has a deadline, as in "The greeting"
     * @param deadlineNs the time that the call was given, in nanoseconds
     * @param detail more about the state of the process, as in "the process is stopped"; may be empty
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
     * Creates the exception for a call that was not made, because its time had already passed.
     *
     * @param whose what the time belonged to, as in "of the call within which it is made"
     */
    public DeadlineExceededException(String what, String serviceName, int peerPid, String whose) {
        super(
                Outcome.NOT_SENT,
                what + " of \"" + serviceName + "\" in " + process(peerPid)
                        + " was not called: the time " + whose
                        + " was over. Allow more time, or do less before this call. " + said(Outcome.NOT_SENT));
        this.deadlineNs = 0;
    }

    /**
     * Returns the time that the call was given, in nanoseconds. It is 0 if the call was not made because its time had
     * already passed.
     */
    public long deadlineNs() {
        return deadlineNs;
    }
}
