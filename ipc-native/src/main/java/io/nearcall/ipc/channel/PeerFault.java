// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

/** The peer did what no correct peer does: what it shares with us cannot be used any more. */
public abstract class PeerFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    protected PeerFault(String message) {
        super(message);
    }
}
