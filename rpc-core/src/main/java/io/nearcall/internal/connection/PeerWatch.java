// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.ConnectionLostException.Loss;
import io.nearcall.internal.monitor.FairReading;
import io.nearcall.internal.monitor.Monitor;
import io.nearcall.internal.monitor.Watches;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.internal.wire.ProtocolBreach;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.Credentials;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;

/**
 * Watches whether the peer of a connection lives, and what it says: through its control socket and, where the kernel
 * gives one for the peer of a socket, its pidfd. The handlers run on the monitor's thread.
 */
final class PeerWatch implements Monitor.Handler {

    /** The pause between two looks. A process mostly dies sooner after its socket has hung up. */
    private static final long DEATH_LOOK_NS = 200_000_000;

    /** How many looks, because the kernel may take long to end the process, or a debugger may hold it. */
    private static final int DEATH_LOOKS = 5;

    /** How many bytes are read from a socket in one turn of the monitor. */
    static final int BYTES_OF_TURN = 1 << 10;

    /** How many bytes are read from the socket of a dead process: as many as it may hold. */
    private static final int BYTES_AT_THE_END = 256 << 10;

    private final Connection connection;
    private final ControlSocket socket;
    private final Counterpart counterpart;
    private final int process;
    private final Monitor monitor;
    private final FairReading.Share share;
    private final Object watching = new Object();
    private volatile Watches.Registration socketWatch;
    private volatile Watches.Registration processWatch;

    PeerWatch(Connection connection, ControlSocket socket, Counterpart counterpart, Monitor monitor) {
        this.connection = connection;
        this.socket = socket;
        this.counterpart = counterpart;
        this.process = counterpart.process(socket);
        this.monitor = monitor;
        this.share = monitor.fairReading().new Share();
    }

    /** Begins to watch. Messages that came with the peer's greeting are handled first. */
    void start() {
        // On the monitor's thread, which also calls the handlers, so they find the registrations in their fields.
        monitor.execute(() -> {
            try {
                if (watch()) {
                    drainSocket(connection::received);
                }
            } catch (OsException | IllegalStateException e) {
                connection.giveUp(ControlMessage.Farewell.INTERNAL_ERROR, "it cannot be watched: " + e.getMessage());
            }
        });
    }

    private boolean watch() {
        synchronized (watching) {
            if (connection.isClosed()) {
                return false; // the descriptors may belong to others by now
            }
            socketWatch = monitor.register(socket.descriptor(), this);
            socket.onWaiting(waiting -> socketWatch.watchWritable(waiting));
            if (process >= 0) {
                processWatch = monitor.register(process, new ProcessHandler());
            }
            return true;
        }
    }

    @Override
    public void readable() {
        share.begin();
        drainSocket(connection::received); // only one turn, so the others have their turn, however much this peer sends
        long restNs = share.end();
        if (restNs > 0) {
            socketWatch.pause();
            share.hold();
            monitor.schedule(restNs, this::resume);
        }
    }

    private void resume() {
        share.release();
        try {
            socketWatch.resume();
        } catch (OsException e) { // the system lacks something
            connection.giveUp(ControlMessage.Farewell.INTERNAL_ERROR, e.getMessage());
        }
    }

    @Override
    public void writable() {
        try {
            socket.flush();
        } catch (OsException e) { // the system lacks something
            connection.giveUp(ControlMessage.Farewell.INTERNAL_ERROR, e.getMessage());
        }
    }

    @Override
    public String toString() {
        return "the control socket of " + connection.describe();
    }

    @Override
    public void failed(Throwable cause) {
        connection.end(new ConnectionEnd(Loss.BROKEN, false, false, cause.toString()));
    }

    private final class ProcessHandler implements Monitor.Handler {
        private int leftBytes = BYTES_AT_THE_END;

        /* The process may have said goodbye before it ended. Nothing else that it has said matters any more, but it may
         * have said much. So its socket is read in as many turns as necessary, and others have theirs in between. */
        @Override
        public void readable() {
            socketWatch.close();
            leftBytes -= BYTES_OF_TURN;
            boolean said = drainSocket(this::heard);
            if (!said || leftBytes <= 0 || !Host.current().await(socket.descriptor(), true, 0)) {
                processWatch.close(); // the pidfd stays readable and open while a method runs on in a lane
                connection.end(new ConnectionEnd(Loss.DIED, false, true, ""));
            }
        }

        private void heard(ControlMessage message, int descriptor) {
            if (message instanceof ControlMessage.Goodbye) {
                connection.received(message, descriptor);
            } else {
                connection.lanes().discard(descriptor);
            }
        }

        @Override
        public void hangup() {
            readable();
        }

        @Override
        public String toString() {
            return "the end of " + connection.describe();
        }

        @Override
        public void failed(Throwable cause) {
            PeerWatch.this.failed(cause);
        }
    }

    /** Reads for one turn. Returns whether there may be more. */
    private boolean drainSocket(ControlSocket.Sink sink) {
        if (connection.isClosed()) {
            return false;
        }
        try {
            if (socket.drain(sink, BYTES_OF_TURN)) {
                return true;
            }
            hangup();
        } catch (ProtocolBreach e) {
            connection.protocolBroken(e.getMessage());
        } catch (OsException e) { // the system lacks something
            connection.giveUp(ControlMessage.Farewell.INTERNAL_ERROR, e.getMessage());
        }
        return false;
    }

    /** The stream has ended: in order, or because the peer died, which mostly shows within milliseconds. */
    @Override
    public void hangup() {
        socketWatch.close();
        ControlMessage.Goodbye said = connection.closing().farewell();
        if (said != null) {
            Loss loss = said.reason() == ControlMessage.Farewell.CLOSED ? Loss.CLOSED : Loss.BROKEN;
            connection.end(new ConnectionEnd(loss, false, true, said.text()));
        } else if (process >= 0) {
            awaitDeath(DEATH_LOOKS);
        } else {
            connection.end(counterpart.vanished());
        }
    }

    /**
     * Decides how a connection without goodbye has ended. A process that lives has broken off. A process that is ending
     * is waited for, but not forever: {@link ProcessHandler} sees its death, and is certain then that nothing more is
     * taken. A process in a foreign pid namespace is waited for too, because only its death can be seen. Looks are
     * counted, because between two of them the monitor hears of a death, however late it is.
     */
    private void awaitDeath(int looks) {
        monitor.schedule(DEATH_LOOK_NS, () -> {
            boolean ending = false;
            try {
                ending = isEnding();
            } finally {
                if ((ending || isHidden()) && looks > 1) {
                    awaitDeath(looks - 1);
                } else {
                    connection.end(ending ? ConnectionEnd.DIED : ConnectionEnd.NO_GOODBYE);
                }
            }
        });
    }

    /** Whether the process's state cannot be read, because it has no pid in our namespace. */
    private boolean isHidden() {
        return !connection.isClosed() && connection.peerPid() == 0;
    }

    /** Whether the process is dead or ending; also false if that is unknown or the connection has ended. */
    boolean isEnding() {
        synchronized (watching) { // otherwise the descriptor may belong to others by now
            return !connection.isClosed() && process >= 0 && Host.current().isEnding(process, connection.peerPid());
        }
    }

    /**
     * Whether that is the peer's process. Pids decide only if there are no pidfds at all. In plain Java these are the
     * pids in the lock files. A pidfd that is missing for another reason may be of a process that has died.
     *
     * @param other a descriptor of the process, or what {@link Host#processOf} has returned instead
     */
    boolean isProcess(int other, Credentials said) {
        Credentials own = connection.credentials();
        if (own.uid() != said.uid()) {
            return false;
        }
        if (process < 0 || other < 0) {
            boolean none = process == other && (process == Host.NO_DESCRIPTOR || process == -Errno.ENOSYS);
            return none && own.pid() > 0 && own.pid() == said.pid(); // processes of foreign pid namespaces all have 0
        }
        synchronized (watching) { // otherwise the descriptor may belong to others by now
            return !connection.isClosed() && Host.current().isSameProcess(process, other);
        }
    }

    /** Stops reading the peer's messages. The connection has ended, and only a goodbye is still to be sent. */
    void stopListening() {
        synchronized (watching) {
            close(socketWatch);
        }
    }

    /** The connection has ended. */
    void closeSocket() {
        stopListening(); // before its descriptor is closed
        share.close();
        socket.close();
        if (counterpart.link() != null) {
            counterpart.link().connectionEnded();
        }
    }

    /** No thread is in the connection's lanes any more. Called once. */
    void closeProcess() {
        synchronized (watching) {
            if (process >= 0) {
                close(processWatch);
                Host.current().close(process);
            }
        }
    }

    private static void close(Watches.Registration watch) {
        if (watch != null) {
            watch.close();
        }
    }
}
