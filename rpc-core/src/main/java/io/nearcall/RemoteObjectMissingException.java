// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** Thrown when the called object is not exported any more, or never was, although its process lives. */
public final class RemoteObjectMissingException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final String serviceName;

    /**
     * Creates the exception for an object, which is named by the service through which it was found.
     *
     * @param method the called method, as in "Orders.place"
     * @param advice what to do, as a sentence
     */
    public RemoteObjectMissingException(String serviceName, int peerPid, String method, String advice) {
        super(
                Outcome.NOT_STARTED,
                "The object behind \"" + serviceName + "\" is not exported by " + process(peerPid) + " any more, so "
                        + method + " was not called. " + advice + " " + said(Outcome.NOT_STARTED));
        this.serviceName = serviceName;
    }

    public String serviceName() {
        return serviceName;
    }
}
