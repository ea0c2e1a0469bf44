// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.ConnectionLostException.Loss;
import io.nearcall.ProtocolException;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.OsException;

/**
 * Whether the peer of a connection still lives and what it says: its control socket and, where the kernel gives one for the
 * peer of a socket, its pidfd. The handlers run on the monitor's thread.
 */
final class PeerWatch {

    /** From the hang-up of the socket to the death of the process it takes less, but for a machine that stands still. */
    private static final long DEATH_PATIENCE_NS = 200_000_000;

    private final Connection connection;
    private final ControlSocket socket;
    private final int process;
    private final Monitor monitor;
    private final Object watching = new Object();
    private volatile Monitor.Registration socketWatch;
    private volatile Monitor.Registration processWatch;

    PeerWatch(Connection connection, ControlSocket socket, Monitor monitor) {
        this.connection = connection;
        this.socket = socket;
        this.process = Host.current().processOf(socket.descriptor());
        this.monitor = monitor;
    }

    /** Begins to watch. What came with the peer's greeting is handled first. */
    void start() {
        // On the monitor's thread, which calls the handlers: they find the registrations in their fields.
        monitor.execute(() -> {
            try {
                if (watch()) {
                    drainSocket();
                }
            } catch (OsException | IllegalStateException e) {
                connection.giveUp(ControlMessage.Farewell.INTERNAL_ERROR, "it cannot be watched: " + e.getMessage());
            }
        });
    }

    private boolean watch() {
        synchronized (watching) {
            if (connection.isClosed()) {
                return false; // the descriptors may be somebody else's by now
            }
            socketWatch = monitor.register(socket.descriptor(), new SocketHandler());
            if (process >= 0) {
                processWatch = monitor.register(process, new ProcessHandler());
            }
            return true;
        }
    }

    private final class SocketHandler implements Monitor.Handler {
        @Override
        public void readable() {
            drainSocket();
        }

        @Override
        public void hangup() {
            hungUp();
        }

        @Override
        public void failed(Throwable cause) {
            cannotWatch(cause);
        }
    }

    private final class ProcessHandler implements Monitor.Handler {
        @Override
        public void readable() {
            processWatch.close(); // it stays readable for as long as a method runs on in a lane
            drainSocket(); // it may have said goodbye before it ended
            connection.end(new ConnectionEnd(Loss.DIED, false, true, ""));
        }

        @Override
        public void hangup() {
            readable();
        }

        @Override
        public void failed(Throwable cause) {
            cannotWatch(cause);
        }
    }

    private void cannotWatch(Throwable cause) {
        connection.end(new ConnectionEnd(Loss.BROKEN, false, false, cause.toString()));
    }

    private void drainSocket() {
        if (connection.isClosed()) {
            return;
        }
        try {
            if (!socket.drain(connection::received)) {
                hungUp();
            }
        } catch (ProtocolException e) {
            connection.protocolBroken(e.getMessage());
        } catch (OsException e) { // a shortage
            connection.giveUp(ControlMessage.Farewell.INTERNAL_ERROR, e.getMessage());
        }
    }

    /** The stream has ended: in order, or because the peer died, which then shows within milliseconds. */
    private void hungUp() {
        socketWatch.close();
        ControlMessage.Goodbye said = connection.farewell();
        if (said != null) {
            Loss loss = said.reason() == ControlMessage.Farewell.CLOSED ? Loss.CLOSED : Loss.BROKEN;
            connection.end(new ConnectionEnd(loss, false, true, said.text()));
        } else if (process >= 0) {
            ConnectionEnd noGoodbye =
                    new ConnectionEnd(Loss.BROKEN, false, false, "the control socket was closed without a goodbye");
            monitor.schedule(DEATH_PATIENCE_NS, () -> connection.end(noGoodbye));
        } else {
            connection.end(new ConnectionEnd(Loss.DIED, false, false, ""));
        }
    }

    /** The connection has ended, but for a goodbye: what the peer says is not read any more. */
    void stopListening() {
        synchronized (watching) {
            close(socketWatch);
        }
    }

    /** The connection has ended. */
    void closeSocket() {
        stopListening(); // before its descriptor goes
        socket.close();
    }

    /** Nobody is in its lanes any more. Once. */
    void closeProcess() {
        if (process >= 0) {
            close(processWatch);
            Host.current().close(process);
        }
    }

    private static void close(Monitor.Registration watch) {
        if (watch != null) {
            watch.close();
        }
    }
}
