// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.windows;

import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.windows.Handles;
import io.nearcall.ipc.os.windows.Processes;
import java.time.Duration;

/**
 * A process of this machine. It stands for the same process when that is dead, and its id belongs to another one. Safe
 * for use by any number of threads.
 */
public final class PeerHandle extends HandleOwner {

    private final int pid;

    private PeerHandle(int pid, long handle) {
        super("process " + Integer.toUnsignedString(pid), handle);
        this.pid = pid;
    }

    /** @throws OsException EINVAL if there is no process of that id, EACCES if this user may not watch it */
    public static PeerHandle open(int pid) {
        return new PeerHandle(pid, Processes.open(pid));
    }

    public int pid() {
        return pid;
    }

    /** When the process began, in units of 100 ns since 1601. Together with the id, it names a process for ever. */
    public long startTime() {
        long handle = enter();
        try {
            return Processes.start(handle);
        } finally {
            leave();
        }
    }

    /** Whether the process runs as the user of this one, by its token. */
    public boolean isOfThisUser() {
        long handle = enter();
        try {
            return Processes.isOwn(handle);
        } finally {
            leave();
        }
    }

    public boolean isAlive() {
        long handle = enter();
        try {
            return Handles.await(handle, 0) == Handles.TIMED_OUT;
        } finally {
            leave();
        }
    }

    /** Waits for the end of the process within that time. Returns false if it still lives. */
    public boolean awaitEnd(Duration limit) throws InterruptedException {
        return await(limitNs(limit)) == Handles.SIGNALLED;
    }
}
