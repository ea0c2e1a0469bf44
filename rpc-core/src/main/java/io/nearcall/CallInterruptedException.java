// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** The calling thread was interrupted while it waited: for the answer, a free lane or a service. Its status is set. */
public final class CallInterruptedException extends NearcallException {

    private static final long serialVersionUID = 1L;

    public CallInterruptedException(Outcome outcome, String what) {
        super(
                outcome,
                "The thread was interrupted while it waited for " + what
                        + (outcome == Outcome.MAY_HAVE_RUN ? "; the other side has been told. " : ". ")
                        + said(outcome));
    }
}
