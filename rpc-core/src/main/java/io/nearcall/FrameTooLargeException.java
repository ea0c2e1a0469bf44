// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** Thrown when the arguments or the result of a call exceed the limit of one of the two sides. */
public final class FrameTooLargeException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final long lengthBytes;
    private final long limitBytes;

    /**
     * Creates the exception for arguments or a result.
     *
     * @param what as in "The arguments of Orders.place" or "The result of Orders.list"
     * @param lengthBytes the length in bytes at which it was given up; the whole length may be more
     * @param limitBytes the limit in bytes
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

    /** Returns the length in bytes at which it was given up. The whole length may be more. */
    public long lengthBytes() {
        return lengthBytes;
    }

    /** Returns the limit in bytes. */
    public long limitBytes() {
        return limitBytes;
    }
}
