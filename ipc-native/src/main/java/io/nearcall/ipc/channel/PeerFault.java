// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

/**
 * The peer did what no correct peer does, or somebody removed what it shares with us while it was in use. The connection
 * cannot be used any more. One class for all channels: whoever catches it gives the connection up, and only the message differs.
 */
public final class PeerFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public PeerFault(String message) {
        super(message);
    }
}
