// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.fifo;

import io.nearcall.ipc.channel.PeerFault;

/** The peer named or wrote what no correct peer does, or did not read what it had room for. */
public final class FifoFault extends PeerFault {

    private static final long serialVersionUID = 1L;

    FifoFault(String what) {
        super(what);
    }
}
