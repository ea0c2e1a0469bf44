// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.stream;

import io.nearcall.ipc.channel.PeerFault;

/** The peer wrote what no correct peer does, or is not who it should be, or did not read what it had room for. */
public class StreamFault extends PeerFault {

    private static final long serialVersionUID = 1L;

    public StreamFault(String what) {
        super(what);
    }
}
