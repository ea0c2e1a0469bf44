// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/**
 * The call was cancelled. Not thrown yet: a future that its holder cancels ends with {@link
 * java.util.concurrent.CancellationException}, and a caller that gives up has another exception already.
 */
public final class CallCancelledException extends NearcallException {

    private static final long serialVersionUID = 1L;

    /**
     * Describes the cancelled call.
     *
     * @param what the method, as in "Orders.place"
     * @param by who cancelled it and why
     */
    public CallCancelledException(Outcome outcome, String what, String by) {
        super(outcome, what + " was cancelled by " + by + ". " + said(outcome));
    }
}
