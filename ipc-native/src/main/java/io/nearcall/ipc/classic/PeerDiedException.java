// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import java.io.IOException;

/**
 * Thrown when the process at the other end of a stream has died without closing its end. The process is known by its
 * pid, so both processes must see the same pids: they must be in the same container, or in none.
 */
public final class PeerDiedException extends IOException {

    private static final long serialVersionUID = 1;

    private final int pid;

    PeerDiedException(String stream, int pid) {
        super(stream + ": the process at the other end, " + pid + ", has died without closing it");
        this.pid = pid;
    }

    /** Returns the process that has died. Another process may have got its number since. */
    public int pid() {
        return pid;
    }
}
