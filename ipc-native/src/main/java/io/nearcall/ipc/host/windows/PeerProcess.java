// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host.windows;

import io.nearcall.ipc.host.Polling;
import io.nearcall.ipc.os.windows.Handles;
import io.nearcall.ipc.os.windows.Processes;

/** A process, by a handle. It is readable when it is dead. */
final class PeerProcess extends Descriptor {

    private final int pid;
    private final long handle;

    /** @throws io.nearcall.ipc.os.WindowsException if there is no process of that id, or this user may not watch it */
    PeerProcess(int pid) {
        this.pid = pid;
        this.handle = Processes.open(pid);
    }

    int pid() {
        return pid;
    }

    /** Whether it runs as the user of this process, by its token. */
    boolean isOwn() {
        return Processes.isOwn(handle);
    }

    @Override
    int readiness() {
        return Handles.await(handle, 0) == Handles.SIGNALLED ? Polling.READABLE : 0;
    }

    @Override
    long readable() {
        return handle;
    }

    @Override
    void close() {
        Handles.close(handle);
    }
}
