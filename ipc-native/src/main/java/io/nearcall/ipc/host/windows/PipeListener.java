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
    private static final int TOLD_MS = 10_000;

    private final String name;
    private final long connecting = Pipes.operation();
    private long handle; // of the end that waits; guarded by this, as is what follows
    private int result; // of the operation
    private boolean closed;

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
     * Returns the next client's end; null if none waits, if it has left again, or if this is closed.
     *
     * @throws io.nearcall.ipc.os.WindowsException if the system lacks something. A client that waits goes on waiting
     */
    synchronized PipeSocket accept() {
        if (closed || isPending()) {
            return null;
        }
        long accepted = handle;
        int connected = result;
        begin(false); // before anybody has this client's end, so the name is never free; if it fails, this end stays
        if (connected < 0) {
            Handles.close(accepted);
            return null;
        }
        return new PipeSocket(accepted, true);
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
        return closed || isPending() ? 0 : Polling.READABLE;
    }

    @Override
    long readable() {
        return Pipes.event(connecting);
    }

    @Override
    synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (result == Pipes.PENDING) {
            Pipes.cancel(handle, connecting);
        }
        Handles.close(handle);
        Pipes.free(connecting);
    }

    @Override
    public String toString() {
        return "listener of " + name;
    }
}
