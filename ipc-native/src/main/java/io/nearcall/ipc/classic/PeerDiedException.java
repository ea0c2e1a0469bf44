// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import java.io.IOException;

/**
 * The process at the other end of a stream has died without closing it. It is known by its pid, so both have to see the same ones:
 * to be in the same container, or in none.
 */
public final class PeerDiedException extends IOException {

    private static final long serialVersionUID = 1;

    private final int pid;

    PeerDiedException(String stream, int pid) {
        super(stream + ": the process at the other end, " + pid + ", has died without closing it");
        this.pid = pid;
    }

    /** The process that has died; another one may have got the number since. */
    public int pid() {
        return pid;
    }
}
