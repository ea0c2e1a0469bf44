// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/**
 * Thrown when a stub is called after this side has given it up with {@link Remotes#release}. Also thrown when further
 * elements are requested from an iterator or a stream of another process that this side has closed.
 */
public final class ReleasedException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private ReleasedException(String message) {
        super(Outcome.NOT_SENT, message + said(Outcome.NOT_SENT));
    }

    /**
     * Creates the exception for a stub.
     *
     * @param object the interface of the object
     * @param method the called method, as in "Order.add"
     */
    public static ReleasedException stub(String object, int peerPid, String method) {
        return new ReleasedException("This stub of " + object + " in " + process(peerPid) + " was released here, so "
                + method + " was not called. Get the object anew from the service that it came from, and release a stub"
                + " only when nobody uses it. ");
    }

    /** Creates the exception for an iterator or a stream of the given process. */
    public static ReleasedException stream(int peerPid) {
        return new ReleasedException("This process has closed the stream of " + process(peerPid)
                + ". To get a new stream, call the method that returned it again. ");
    }
}
