// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** Thrown when the two sides speak different versions of the protocol. */
public final class ProtocolVersionException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final int localVersion;
    private final int peerVersion;

    public ProtocolVersionException(String serviceName, int peerPid, int localVersion, int peerVersion) {
        super(
                Outcome.NOT_SENT,
                "The peer of \"" + serviceName + "\", " + process(peerPid) + ", speaks protocol version " + peerVersion
                        + ", this process speaks version " + localVersion
                        + ". Run the same version of Nearcall on both sides: update the "
                        + (peerVersion < localVersion ? "peer." : "local one."));
        this.localVersion = localVersion;
        this.peerVersion = peerVersion;
    }

    public int localVersion() {
        return localVersion;
    }

    public int peerVersion() {
        return peerVersion;
    }
}
