// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host.windows;

import io.nearcall.ipc.host.Polling;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.windows.Handles;
import io.nearcall.ipc.os.windows.Pipes;

/** The server of a named pipe: it has one end that waits for the next client. */
final class PipeListener extends Descriptor {

    private static final int UNLIMITED = 255;
    private static final int NONE = 0;
    private static final int TOLD_MS = 10_000;

    private final String name;
    private final long connecting = Pipes.operation();
    private long handle; // of the end that waits; guarded by this, as is what follows
    private int result; // of the operation

    /** @throws io.nearcall.ipc.os.WindowsException if there is a pipe of that name */
    PipeListener(String name) {
        this.name = name;
        boolean done = false;
        try {
            begin(true);
            done = true;
        } finally {
            if (!done) {
                Pipes.free(connecting);
            }
        }
    }

    private void begin(boolean first) {
        handle = Pipes.create(name, Pipes.READ | Pipes.WRITE, UNLIMITED, first);
        result = Pipes.connect(handle, connecting);
    }

    /**
     * Returns the next client's end; null if none waits, or if it has left again.
     *
     * @throws io.nearcall.ipc.os.WindowsException if the system lacks something. A client that waits goes on waiting
     */
    synchronized PipeSocket accept() {
        if (handle == NONE) { // which has failed after the last client
            begin(false);
        }
        if (isPending()) {
            return null;
        }
        long accepted = handle;
        int connected = result;
        handle = NONE;
        PipeSocket socket = null;
        try {
            begin(false); // before anybody has this client's end, so the name is never free
            if (connected >= 0) {
                long owned = accepted;
                accepted = NONE;
                socket = new PipeSocket(owned, true);
            }
            return socket;
        } finally {
            if (accepted != NONE) {
                Handles.close(accepted);
            }
        }
    }

    /** As above, for a client that has connected already, which a thread of Windows may still have to tell. */
    PipeSocket acceptOne() {
        if (readiness() == 0) {
            Handles.await(readable(), TOLD_MS);
        }
        PipeSocket accepted = accept();
        if (accepted == null) {
            throw new OsException("ConnectNamedPipe", Errno.ETIMEDOUT, name);
        }
        return accepted;
    }

    private boolean isPending() {
        if (result == Pipes.PENDING) {
            result = Pipes.await(handle, connecting, 0);
        }
        return result == Pipes.PENDING;
    }

    @Override
    synchronized int readiness() {
        return handle == NONE || !isPending() ? Polling.READABLE : 0;
    }

    @Override
    long readable() {
        return Pipes.event(connecting);
    }

    @Override
    synchronized void close() {
        if (handle != NONE) {
            if (result == Pipes.PENDING) {
                Pipes.cancel(handle, connecting);
            }
            Handles.close(handle);
            handle = NONE;
        }
        Pipes.free(connecting);
    }

    @Override
    public String toString() {
        return "listener of " + name;
    }
}
