// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.log.Log;
import io.nearcall.internal.monitor.Monitor;
import io.nearcall.internal.monitor.Timer;
import io.nearcall.internal.monitor.Watches;
import io.nearcall.ipc.os.OsException;
import java.lang.System.Logger.Level;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;

/**
 * Accepts connections that wait at a listening socket, on the monitor's thread. If the system has no descriptors or
 * memory left, it pauses for a while and tries again. So waiting peers are served when the shortage ends.
 */
final class Acceptor implements Monitor.Handler, AutoCloseable {

    private static final long PAUSE_NS = 50_000_000;
    private static final int BATCH = 32;

    private final Monitor monitor;
    private final int listener;
    private final IntSupplier accept;
    private final IntConsumer accepted;
    private final IntConsumer disposal;
    private Watches.Registration registration;
    private Timer resumption;
    private boolean closed;
    private boolean lacking;

    private Acceptor(Monitor monitor, int listener, IntSupplier accept, IntConsumer accepted, IntConsumer disposal) {
        this.monitor = monitor;
        this.listener = listener;
        this.accept = accept;
        this.accepted = accepted;
        this.disposal = disposal;
    }

    /**
     * Begins to accept.
     *
     * @param listener the descriptor to watch
     * @param accept accepts one connection that waits; returns -1 if there is none; throws {@link OsException} if the
     *     system lacks something
     * @param accepted takes the connection's descriptor, and must close it unless it throws
     * @param disposal closes it if it throws; the monitor does not, because unread descriptors may be in it
     */
    static Acceptor start(
            Monitor monitor, int listener, IntSupplier accept, IntConsumer accepted, IntConsumer disposal) {
        Acceptor acceptor = new Acceptor(monitor, listener, accept, accepted, disposal);
        synchronized (acceptor) {
            acceptor.registration = monitor.register(listener, acceptor);
        }
        return acceptor;
    }

    @Override
    public void readable() {
        for (int i = 0; i < BATCH; i++) {
            int fd;
            try {
                fd = accept.getAsInt();
            } catch (OsException e) {
                pause(e);
                return;
            }
            lacking = false;
            if (fd < 0) {
                return;
            }
            handOver(fd);
        }
    }

    private void handOver(int fd) {
        boolean taken = false;
        try {
            accepted.accept(fd);
            taken = true;
        } catch (RuntimeException e) {
            Log.get().log(Level.WARNING, "A connection could not be set up", e);
        } finally {
            if (!taken) {
                disposal.accept(fd);
            }
        }
    }

    private synchronized void pause(Throwable cause) {
        if (closed) {
            return;
        }
        if (!lacking) {
            lacking = true;
            Log.get().log(Level.WARNING, "No connection can be accepted for now; trying again", cause);
        }
        registration.close();
        resumption = monitor.schedule(PAUSE_NS, this::resume);
    }

    private synchronized void resume() {
        if (closed) {
            return;
        }
        try {
            registration = monitor.register(listener, this);
        } catch (OsException e) {
            resumption = monitor.schedule(PAUSE_NS, this::resume);
        }
    }

    @Override
    public String toString() {
        return "a listening socket";
    }

    @Override
    public void hangup() {
        // The listener was shut down. Whoever did that closes us.
        pause(new IllegalStateException("The listening socket was shut down"));
    }

    @Override
    public void failed(Throwable cause) {
        pause(cause);
    }

    /** Accepts no more. Must be called before the listener is closed. Idempotent; any thread. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            registration.close();
            if (resumption != null) {
                resumption.cancel();
            }
        }
    }
}
