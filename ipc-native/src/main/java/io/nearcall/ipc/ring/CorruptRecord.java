// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ring;

import io.nearcall.ipc.channel.PeerFault;

/** The other side wrote what no correct producer writes; the ring cannot be used any more. */
public final class CorruptRecord extends PeerFault {

    private static final long serialVersionUID = 1L;

    public CorruptRecord(String what) {
        super("the peer wrote a corrupt record: " + what);
    }
}
