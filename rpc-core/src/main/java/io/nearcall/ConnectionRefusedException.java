// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** The service is there, but its endpoint turned the connection down. */
public final class ConnectionRefusedException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final String serviceName;
    private final int peerPid;
    private final String reason;

    /**
     * Describes a refusal.
     *
     * @param reason the peer's reason in words, with what can be done about it
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
