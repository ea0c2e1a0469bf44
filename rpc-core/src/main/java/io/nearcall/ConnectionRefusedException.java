// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/**
 * Thrown when a service exists, but its endpoint refuses the connection or does not permit this caller, or this
 * endpoint does not trust the user of the service.
 */
public final class ConnectionRefusedException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final String serviceName;
    private final int peerPid;
    private final String reason;

    /**
     * Creates the exception for a refusal.
     *
     * @param reason the reason in words, with what can be done about it
     */
    public ConnectionRefusedException(String serviceName, int peerPid, String path, String reason) {
        super(
                Outcome.NOT_SENT,
                "The service \"" + serviceName + "\" of " + process(peerPid) + " at " + path
                        + " refused the connection: " + reason);
        this.serviceName = serviceName;
        this.peerPid = peerPid;
        this.reason = reason;
    }

    public String serviceName() {
        return serviceName;
    }

    public int peerPid() {
        return peerPid;
    }

    public String reason() {
        return reason;
    }
}
