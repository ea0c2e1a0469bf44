// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/**
 * Thrown when calls back and forth between two processes nest too deep, mostly by a recursion without an end. Nothing
 * was sent.
 */
public final class CallDepthException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final int limit;

    /** @param limit how deep calls may nest; the calls of both sides count */
    public CallDepthException(String method, int pid, int limit) {
        super(
                Outcome.NOT_SENT,
                method + " of process " + pid
                        + " was not called: calls back and forth between the two processes are nested " + limit
                        + " deep already. Look for a recursion without an end. " + said(Outcome.NOT_SENT));
        this.limit = limit;
    }

    public int limit() {
        return limit;
    }
}
