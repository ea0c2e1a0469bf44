// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.sysv;

import io.nearcall.ipc.channel.PeerFault;

/**
 * The peer named an object that is not what was agreed on, or sent what no correct peer does; or somebody removed an object that
 * was in use.
 */
public final class SysVFault extends PeerFault {

    private static final long serialVersionUID = 1L;

    SysVFault(String what) {
        super(what);
    }
}
