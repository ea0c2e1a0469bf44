// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** Thrown when a stub is called that this side has given up with {@link Remotes#release}. */
public final class StubReleasedException extends NearcallException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception for a stub.
     *
     * @param object the interface of the object
     * @param method the called method, as in "Order.add"
     */
    public StubReleasedException(String object, int peerPid, String method) {
        super(
                Outcome.NOT_SENT,
                "This stub of " + object + " in " + process(peerPid) + " was released here, so " + method
                        + " was not called. Get the object anew from the service that it came from, and release a stub only"
                        + " when nobody uses it. " + said(Outcome.NOT_SENT));
    }
}
