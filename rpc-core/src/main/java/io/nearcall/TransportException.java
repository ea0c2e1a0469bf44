// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** The operating system refused something that a call needs: memory, descriptors, a socket. */
public final class TransportException extends NearcallException {

    private static final long serialVersionUID = 1L;

    /**
     * Wraps the failure of a system call.
     *
     * @param doing what was attempted, with the path or process where there is one, as in "listening at /run/x.sock"
     * @param remedy what to do about it; may be empty
     */
    public TransportException(Outcome outcome, String doing, String remedy, Throwable cause) {
        super(
                outcome,
                "Failed " + doing + ": " + cause.getMessage() + ". " + (remedy.isEmpty() ? "" : remedy + " ")
                        + said(outcome),
                cause);
    }
}
