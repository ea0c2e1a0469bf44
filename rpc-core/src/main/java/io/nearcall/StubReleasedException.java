// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** The stub was given up on this side, with {@link Remotes#release}. */
public final class StubReleasedException extends NearcallException {

    private static final long serialVersionUID = 1L;

    /**
     * Names the object.
     *
     * @param object its interface
     * @param method the method that was called, as in "Order.add"
     */
    public StubReleasedException(String object, int peerPid, String method) {
        super(
                Outcome.NOT_SENT,
                "This stub of " + object + " in " + process(peerPid) + " was released here, so " + method
                        + " was not called. Get the object anew from the service that it came from, and release a stub only"
                        + " when nobody uses it. " + said(Outcome.NOT_SENT));
    }
}
