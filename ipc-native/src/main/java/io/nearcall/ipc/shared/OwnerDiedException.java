// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import java.nio.file.Path;

/**
 * Thrown when a process has died while it held the monitor of a shared object, so that the object's fields may be half
 * changed. Everybody who asks for the monitor gets this exception until the fields have been repaired: {@link
 * SharedMonitor#repair}.
 */
public final class OwnerDiedException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final int processId;

    OwnerDiedException(Path path, int processId) {
        super((processId > 0 ? "process " + processId : "a process") + " died while it held the monitor of " + path
                + ", whose fields may be inconsistent: call repair() with an action that restores them");
        this.processId = processId;
    }

    /** Returns the process that has died; -1 if it is not known any more. */
    public int processId() {
        return processId;
    }
}
