// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** Calls back and forth between two processes nest too deep: mostly a recursion without an end. Nothing was sent. */
public final class CallDepthException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final int limit;

    /** @param limit how deep they may nest, the calls of both sides counted */
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
