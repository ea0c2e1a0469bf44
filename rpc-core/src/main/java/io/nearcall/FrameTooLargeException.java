// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** The arguments or the result of a call are larger than the limit of one of the two sides. */
public final class FrameTooLargeException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final long lengthBytes;
    private final long limitBytes;

    /**
     * Describes the excess.
     *
     * @param what "The arguments of Orders.place", "The result of Orders.list"
     * @param lengthBytes how long it was when it was given up; its whole length may be more
     */
    public FrameTooLargeException(Outcome outcome, String what, long lengthBytes, long limitBytes) {
        super(
                outcome,
                what + " came to " + lengthBytes + " bytes or more, the limit is " + limitBytes
                        + ". Send less at once, or raise the limit of the endpoints on both sides, with"
                        + " Endpoint.builder().maxMessageBytes. "
                        + said(outcome));
        this.lengthBytes = lengthBytes;
        this.limitBytes = limitBytes;
    }

    /** How long it was when it was given up, in bytes; its whole length may be more. */
    public long lengthBytes() {
        return lengthBytes;
    }

    /** What was allowed, in bytes. */
    public long limitBytes() {
        return limitBytes;
    }
}
