// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.windows;

import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.windows.Pipes;
import java.time.Duration;

/**
 * The server of a named pipe of Windows: it has the name, and one end for each client. The pipe is for this user and for
 * processes of this machine. The name is gone when the server and all ends that it has given out are closed. One thread
 * at a time waits for clients; any thread may close the server.
 */
public final class PipeServer implements AutoCloseable {

    private static final int UNLIMITED = 255;

    private final String name;
    private final int directions;
    private final int instances;
    private PipeHandle next;
    private boolean closed;

    private PipeServer(String name, int directions, int instances) {
        this.name = name;
        this.directions = directions;
        this.instances = instances;
        this.next = made(true);
    }

    private PipeHandle made(boolean first) {
        return PipeHandle.of(name, Pipes.create(name, directions, instances, first), directions);
    }

    /**
     * Creates a pipe whose ends read and write.
     *
     * @param name such as {@code \\.\pipe\orders}
     * @throws OsException EACCES or EBUSY if there is a pipe of that name
     */
    public static PipeServer create(String name) {
        return new PipeServer(name, Pipes.READ | Pipes.WRITE, UNLIMITED);
    }

    /** Creates a pipe as above, for one client, which writes, and whose end here reads. */
    public static PipeServer createSource(String name) {
        return new PipeServer(name, Pipes.READ, 1);
    }

    /** Returns the name, as Windows has it. */
    public String name() {
        return name;
    }

    /** Waits for a client, and returns the end that belongs to it. Throws as below. */
    public PipeStream accept() throws InterruptedException {
        PipeStream accepted;
        do {
            accepted = accept(Duration.ofNanos(HandleOwner.forever()));
        } while (accepted == null);
        return accepted;
    }

    /**
     * Waits for a client within that time, and returns the end that belongs to it. Returns null if the time limit has
     * passed.
     *
     * @throws IllegalStateException if the server is closed, before or meanwhile, or if its only client has come already
     * @throws OsException if the end for the next client cannot be made; the client that has come is let go then
     */
    public PipeStream accept(Duration limit) throws InterruptedException {
        PipeHandle waiting = waiting();
        if (!waiting.awaitClient(HandleOwner.limitNs(limit))) {
            return null;
        }
        synchronized (this) {
            if (closed) {
                throw new IllegalStateException(this + " is closed");
            }
            next = null;
            if (instances > 1) {
                prepareNext(waiting);
            }
        }
        return new PipeStream(waiting, true);
    }

    /** Makes the end of the next client, before anybody has this one's. If that fails, this client is let go. */
    private void prepareNext(PipeHandle accepted) {
        try {
            next = made(false);
        } finally {
            if (next == null) {
                accepted.close();
            }
        }
    }

    private synchronized PipeHandle waiting() {
        if (closed || next == null && instances == 1) {
            throw new IllegalStateException(this + (closed ? " is closed" : " has had its client"));
        }
        if (next == null) { // which has failed after the last client
            next = made(false);
        }
        return next;
    }

    /** Ends the wait of another thread, and lets no more clients in. Ends that were given out stay open. Idempotent. */
    @Override
    public synchronized void close() {
        closed = true;
        if (next != null) {
            next.close();
            next = null;
        }
    }

    @Override
    public String toString() {
        return "PipeServer[" + name + "]";
    }
}
