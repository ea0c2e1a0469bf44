// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.NearcallException;
import io.nearcall.internal.call.Deadlines;
import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.discovery.ServiceListing;
import io.nearcall.internal.discovery.ServiceName;
import io.nearcall.internal.discovery.StatisticsDirectory;
import io.nearcall.internal.recording.ConnectionRecording;
import io.nearcall.internal.remote.RemoteLink;
import io.nearcall.internal.waits.WaitCollector;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.OsException;
import java.io.UncheckedIOException;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The connections of an endpoint, and those who come for one. Any thread. */
final class Connections {

    private static final long GRACE_NS = 1_000_000_000;
    private static final long CALLERS_NS = 500_000_000;
    private static final long GOODBYE_NS = 100_000_000;
    private static final long RETIRE_NS = 1_000_000_000;
    private static final long PAUSE_NS = 1_000_000;

    /** Less than a {@link Handshake} pauses, so that each of its looks for room finds one. */
    private static final long BETWEEN_RETIRES_NS = 40_000_000;

    /** What {@link #close} takes at most. */
    static final long CLOSE_NS = GRACE_NS + CALLERS_NS + GOODBYE_NS + RETIRE_NS;

    /** Those of all endpoints that have met a peer and are open: a lock that one of their threads waits for is the process's. */
    private static final Set<Connections> ALL = ConcurrentHashMap.newKeySet();

    private static volatile boolean watched; // or ProcessWaits would be loaded where nobody has waited long

    private final EndpointCore core;
    private final RuntimeDirectory directory;
    private Transports transports; // guarded by this; null until the endpoint has to do with another host
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    /** Those that have not given everything back yet: {@link #connections}, and some that have ended. */
    private final Set<Connection> unretired = ConcurrentHashMap.newKeySet();
    /** Those that have, but of whose objects and streams some wait for their closing. */
    private final Set<Connection> leaving = ConcurrentHashMap.newKeySet();

    private final Set<Handshake> handshakes = ConcurrentHashMap.newKeySet();

    private long retiredNs = System.nanoTime() - BETWEEN_RETIRES_NS; // the monitor's
    private String waitsDirectory; // of one thread at a time, that asks for waits; null until it has asked

    /** Whether there has been a peer of whose lanes something stays if it dies. */
    private volatile boolean peersCanLeaveLanes;

    Connections(EndpointCore core, RuntimeDirectory directory) {
        this.core = core;
        this.directory = directory;
    }

    /**
     * The connections over that channel which this endpoint made to the process at the other end of a new socket. What a peer
     * says of itself does not matter: any could state the id of another's endpoint.
     */
    List<Connection> madeTo(ControlSocket socket, Counterpart counterpart) {
        List<Connection> made = new ArrayList<>();
        for (Connection connection : connections) {
            if (connection.isInitiator()
                    && !connection.isClosed()
                    && connection.channel().equals(counterpart.channel())) {
                made.add(connection);
            }
        }
        if (counterpart.link() != null) {
            // Where that is, the transport has proven as well for the one as for the other.
            made.removeIf(connection -> !connection
                    .counterpart()
                    .link()
                    .place()
                    .equals(counterpart.link().place()));
            return made;
        }
        if (made.isEmpty()) {
            return made;
        }
        int process = Host.current().processOf(socket.descriptor());
        try {
            made.removeIf(connection -> !connection.isPeerProcess(process, counterpart.credentials()));
            return made;
        } finally {
            if (process >= 0) {
                Host.current().close(process);
            }
        }
    }

    /** The connection which this endpoint made to that place of another host, and which takes calls; or null. */
    Connection madeTo(ServiceAddress address) {
        for (Connection connection : connections) {
            RemoteLink link = connection.counterpart().link();
            if (link != null
                    && link.place().equals(address.remotePlace())
                    && connection.isInitiator()
                    && !connection.isClosed()
                    && !connection.isClosing()) {
                return connection;
            }
        }
        return null;
    }

    /** Sessions with other hosts. */
    synchronized Transports transports() {
        if (transports == null) {
            transports = new Transports(core);
        }
        return transports;
    }

    private synchronized boolean hasTransports() {
        return transports != null;
    }

    void forEach(Consumer<Connection> action) {
        connections.forEach(action);
    }

    /** Whether a method of the object is seen to run for a peer, or for one whose connection has ended. */
    boolean isCalled(Object target) {
        return unretired.stream().anyMatch(connection -> connection.lanes().isCalled(target));
    }

    /** Whether one more may come and greet. */
    boolean hasRoomForHandshake() {
        return connections.size() + handshakes.size() < core.settings().maxConnections();
    }

    /**
     * Whether one more connection may begin: those that have ended hold threads and memory as long as methods run, and until
     * what they had is closed.
     */
    boolean hasRoom() {
        leaving.removeIf(connection -> !connection.references().areLeaving());
        return unretired.size() + leaving.size() < core.settings().maxConnections();
    }

    /** Somebody has connected, and is expected to greet. */
    void expect(Handshake handshake) {
        handshakes.add(handshake);
    }

    /** He has, or has been sent away. */
    void settled(Handshake handshake) {
        handshakes.remove(handshake);
    }

    /** Begins to use a connection whose greetings have been exchanged. */
    void add(Connection connection) {
        if (Channels.canLeaveAnything(connection.channel())) {
            peersCanLeaveLanes = true;
        }
        ALL.add(this);
        unretired.add(connection);
        connections.add(connection);
        connection.statistics().opened();
        ConnectionRecording recording = connection.recordingAt(System.nanoTime());
        if (recording != null) {
            recording.opened();
        }
        connection.start();
        if (core.isClosed()) {
            ALL.remove(this); // retireNow() may have been before
            connection.closing().close(0);
        } else if (core.isDraining() && isOfAnotherCaller(connection)) {
            connection.closing().announceClosing();
        }
    }

    /** Whether somebody else has made it. What the endpoint calls of its own is a call of this side. */
    private boolean isOfAnotherCaller(Connection connection) {
        return !connection.isInitiator() && !connection.peerId().equals(core.id());
    }

    /** Tells the calls in progress of all endpoints of this process. One thread at a time. */
    static void tellWaits(WaitCollector waits) {
        ALL.forEach(each -> each.tellOwnWaits(waits));
    }

    private void tellOwnWaits(WaitCollector waits) {
        if (waitsDirectory == null) {
            waitsDirectory = StatisticsDirectory.find(directory, "");
        }
        if (!waitsDirectory.isEmpty()) {
            waits.directory(waitsDirectory, directory.path());
        }
        connections.forEach(connection -> connection.tellWaits(waits));
    }

    /** A connection has ended; a dead peer may have left its names, and what carried its lanes. */
    void ended(Connection connection, boolean died) {
        connections.remove(connection);
        connection.statistics().ended(died);
        ConnectionRecording recording = connection.recordingAt(System.nanoTime());
        if (recording != null) {
            recording.ended(died);
        }
        String services = connection.serviceName();
        if (core.isClosed()) {
            return; // which ends with a sweep
        }
        if (!services.isEmpty() || died) {
            try {
                core.completions().execute(() -> sweep(services));
            } catch (OutOfMemoryError e) {
                // no thread can be had: whoever looks for the name next sweeps it
            }
        }
    }

    private void sweep(String services) {
        for (String service : services.isEmpty() ? new String[0] : services.split(", ")) {
            try {
                ServiceListing.sweep(directory, new ServiceName(service));
            } catch (NearcallException | OsException e) {
                // whoever looks for the name next sweeps it, or says what is in the way
            }
        }
        sweepLanes();
        StatisticsDirectory.sweep(directory);
    }

    private void sweepLanes() {
        try {
            core.channels().sweep();
        } catch (UncheckedIOException e) {
            // whoever makes lanes next sweeps
        }
    }

    /**
     * Somebody waits for room: what has ended is not to wait for the next of its own looks. One look is for all who wait, because it
     * may take long. On the monitor's thread.
     */
    void retireEnded() {
        long nowNs = System.nanoTime();
        if (nowNs - retiredNs < BETWEEN_RETIRES_NS) {
            return;
        }
        retiredNs = nowNs;
        for (Connection connection : unretired) {
            try {
                connection.closing().retireIfEnded();
            } catch (RuntimeException | OutOfMemoryError e) {
                // its own look finds the same, and says so
            }
        }
    }

    /** Whether all that there have been have given everything back. */
    boolean areRetired() {
        return unretired.isEmpty();
    }

    /** A connection has given everything back. */
    void retired(Connection connection) {
        if (connection.references().areLeaving()) {
            leaving.add(connection);
        }
        connection.statistics().close();
        unretired.remove(connection);
        if (!handshakes.isEmpty()) {
            core.monitor().execute(() -> handshakes.forEach(Handshake::tryAgain));
        }
    }

    /**
     * Takes no more calls from those who have connected, and waits for their calls that run. Returns whether none is left. What
     * peers call over the connections that were made here are callbacks, which calls of this side may need.
     */
    boolean drain(long patienceNs) {
        core.monitor().execute(() -> handshakes.forEach(Handshake::turnAway));
        // Partner: add(), as in close().
        VarHandle.fullFence();
        List<Connection> accepted =
                unretired.stream().filter(this::isOfAnotherCaller).toList();
        accepted.forEach(connection -> connection.closing().announceClosing());
        BooleanSupplier idle = () ->
                accepted.stream().noneMatch(connection -> connection.lanes().isCalled());
        await(patienceNs, () -> idle.getAsBoolean() || Thread.currentThread().isInterrupted());
        return idle.getAsBoolean();
    }

    /** The endpoint is closing: calls that run are given a second, then their connections end. Waits for that, but not long. */
    void close() {
        core.monitor()
                .execute(() -> handshakes.forEach(Handshake::turnAway)); // those that come from now on see the close
        // Partner: add(), which looks at isClosed() after it has put its connection in. Either it sees that the
        // endpoint is closed, or we find the connection.
        VarHandle.fullFence();
        List<Connection> all = List.copyOf(unretired);
        all.forEach(connection -> connection.closing().announceClosing());
        await(
                GRACE_NS,
                () -> all.stream().noneMatch(connection -> connection.lanes().isCalled()));
        await(CALLERS_NS, () -> endCalls(all));
        // Of all of them, before any method is interrupted: they share the executor.
        all.forEach(connection -> connection.lanes().served().withdrawWaiting());
        long deadlineNs = Deadlines.after(GOODBYE_NS);
        all.forEach(connection -> connection.closing().close(Deadlines.remainingNs(deadlineNs)));
        await(RETIRE_NS, unretired::isEmpty);
        if (hasTransports()) {
            transports().close(); // behind the goodbyes, which the monitor passes on
        }
    }

    /** Returns whether no call is left that was made through any of them. */
    private static boolean endCalls(List<Connection> connections) {
        boolean ended = true;
        for (Connection connection : connections) {
            ended &= connection.closing().endCalls();
        }
        return ended;
    }

    /** A call has been waited for long. */
    static void watchWaits() {
        watched = true;
        ProcessWaits.WATCH.wake();
    }

    private static void await(long timeoutNs, BooleanSupplier condition) {
        long deadlineNs = Deadlines.after(timeoutNs);
        while (!condition.getAsBoolean() && Deadlines.remainingNs(deadlineNs) > 0) {
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    /**
     * The endpoint's monitor has ended: gives back what can be; and removes what carried the lanes of peers that have died just
     * before, or meanwhile.
     */
    void retireNow() {
        ALL.remove(this);
        if (watched && ALL.isEmpty()) {
            ProcessWaits.WATCH.stop(); // or its files would stay when the process ends now
        }
        unretired.forEach(connection -> connection.closing().retireNow());
        if (peersCanLeaveLanes) {
            sweepLanes();
        }
    }
}
