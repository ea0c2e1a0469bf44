// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** The call was cancelled: by whoever holds its future, or on the serving side because its caller gave up or is gone. */
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
