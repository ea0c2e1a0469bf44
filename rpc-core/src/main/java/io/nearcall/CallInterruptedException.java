// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/**
 * Thrown when the calling thread is interrupted while it waits for the answer, a free lane or a service. The interrupt
 * status of the thread is set.
 */
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
