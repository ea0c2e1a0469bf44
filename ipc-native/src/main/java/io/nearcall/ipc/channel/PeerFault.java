// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

/**
 * Thrown if the peer did what no correct peer does, or if somebody removed a shared object while it was in use. The
 * connection cannot be used any more. All channels share this class: whoever catches it gives the connection up, and
 * only the message differs.
 */
public final class PeerFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public PeerFault(String message) {
        super(message);
    }
}
