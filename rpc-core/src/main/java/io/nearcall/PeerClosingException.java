// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** Thrown when the endpoint of the service is closing and takes no more calls. */
public final class PeerClosingException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final String serviceName;
    private final int peerPid;

    public PeerClosingException(String serviceName, int peerPid) {
        super(
                Outcome.NOT_STARTED,
                "The service \"" + serviceName + "\" of " + process(peerPid)
                        + " is closing. Call again when it has been started again. " + said(Outcome.NOT_STARTED));
        this.serviceName = serviceName;
        this.peerPid = peerPid;
    }

    public String serviceName() {
        return serviceName;
    }

    public int peerPid() {
        return peerPid;
    }
}
