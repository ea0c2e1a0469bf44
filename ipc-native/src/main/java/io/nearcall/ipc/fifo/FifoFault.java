// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.fifo;

import io.nearcall.ipc.stream.StreamFault;

/** The peer named what no correct peer does, or its FIFO is none. */
public final class FifoFault extends StreamFault {

    private static final long serialVersionUID = 1L;

    FifoFault(String what) {
        super(what);
    }
}
