// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/**
 * Thrown when the arguments or the result of a call cannot be turned into bytes, or the bytes cannot be turned into
 * objects again.
 */
public final class EncodingException extends NearcallException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception for a failure on the other side.
     *
     * @param what the failure, as in "The arguments of Orders.place cannot be read on the other side"
     * @param reason the reason in the other side's words; may be empty
     */
    public EncodingException(Outcome outcome, String what, String reason) {
        super(outcome, text(outcome, what, reason));
    }

    /** Creates the exception for a failure on this side. */
    public EncodingException(Outcome outcome, String what, Throwable cause) {
        super(outcome, text(outcome, what, String.valueOf(cause.getMessage())), cause);
    }

    private static String text(Outcome outcome, String what, String reason) {
        return what + (reason.isEmpty() ? "" : ": " + reason) + ". " + said(outcome);
    }
}
