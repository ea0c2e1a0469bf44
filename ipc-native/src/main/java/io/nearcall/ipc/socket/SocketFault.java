// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.socket;

import io.nearcall.ipc.stream.StreamFault;

/** The peer named a place where none can be, or somebody else is at the other end of a socket. */
public final class SocketFault extends StreamFault {

    private static final long serialVersionUID = 1L;

    SocketFault(String what) {
        super(what);
    }
}
