// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.NearcallException;
import io.nearcall.internal.balance.Farewell;
import io.nearcall.internal.call.Deadlines;
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
import java.util.function.Predicate;

/** The connections of an endpoint, and the handshakes in progress. Any thread. */
final class Connections {

    private static final long GRACE_NS = 1_000_000_000;
    private static final long CALLERS_NS = 500_000_000;
    private static final long GOODBYE_NS = 100_000_000;
    private static final long RETIRE_NS = 1_000_000_000;
    private static final long PAUSE_NS = 1_000_000;

    /** Shorter than the pause of a {@link Handshake}, so each of its checks for room comes with a new look. */
    private static final long BETWEEN_RETIRES_NS = 40_000_000;

    /** The longest that {@link #close} takes, apart from the end of sessions with other hosts. */
    static final long CLOSE_NS = Farewell.LONGEST_NS + GRACE_NS + CALLERS_NS + GOODBYE_NS + RETIRE_NS;

    /** Of all open endpoints that have met a peer, because locks that their threads wait for are the process's. */
    private static final Set<Connections> ALL = ConcurrentHashMap.newKeySet();

    private static volatile boolean watched; // keeps ProcessWaits from being loaded where nobody has waited long

    private final EndpointCore core;
    private Transports transports; // guarded by this; null until the endpoint deals with another host
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    /** Connections that have not given everything back yet: {@link #connections}, and some that have ended. */
    private final Set<Connection> unretired = ConcurrentHashMap.newKeySet();
    /** Connections that have given everything back, except objects and streams that wait to be closed. */
    private final Set<Connection> leaving = ConcurrentHashMap.newKeySet();

    private final Set<Handshake> handshakes = ConcurrentHashMap.newKeySet();

    private long retiredNs = System.nanoTime() - BETWEEN_RETIRES_NS; // used by the monitor only
    private String waitsDirectory; // used by one thread at a time, which collects waits; null until it has

    Connections(EndpointCore core) {
        this.core = core;
    }

    /**
     * The connections over that channel which this endpoint made to the process at the other end of a new socket.
     * Ignores what a peer says of itself, because any peer could state the id of another's endpoint.
     */
    List<Connection> madeTo(ControlSocket socket, Counterpart counterpart) {
        List<Connection> made = new ArrayList<>();
        RemoteLink link = counterpart.link();
        for (Connection connection : connections) {
            if (connection.isInitiator()
                    && !connection.isClosed()
                    && connection.channel().equals(counterpart.channel())
                    // The transport has proven the place of both equally well.
                    && (link == null || connection.counterpart().link().place().equals(link.place()))) {
                made.add(connection);
            }
        }
        if (link != null || made.isEmpty()) {
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

    /** The connection that this endpoint made to that place of another host, and that takes calls; or null. */
    Connection madeTo(ServiceAddress address) {
        for (Connection connection : connections) {
            RemoteLink link = connection.counterpart().link();
            if (link != null
                    && link.place().equals(address.remotePlace())
                    && !link.isPeerLeaving()
                    && connection.isInitiator()
                    && !connection.isClosed()
                    && !connection.isClosing()) {
                return connection;
            }
        }
        return null;
    }

    /** The sessions with other hosts. */
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

    /** Whether a method of the object is seen to run for a peer, even one whose connection has ended. */
    boolean isCalled(Object target) {
        return unretired.stream().anyMatch(connection -> connection.lanes().isCalled(target));
    }

    /** Whether one more handshake may begin. */
    boolean hasRoomForHandshake() {
        return connections.size() + handshakes.size() < core.settings().maxConnections();
    }

    /**
     * Whether one more connection may begin. Ended connections count, because they hold threads and memory while
     * methods run, and until their objects and streams are closed.
     */
    boolean hasRoom() {
        leaving.removeIf(connection -> !connection.references().areLeaving());
        return unretired.size() + leaving.size() < core.settings().maxConnections();
    }

    /** A peer has connected, and must greet. */
    void expect(Handshake handshake) {
        handshakes.add(handshake);
    }

    /** The peer has greeted, or has been turned away. */
    void settled(Handshake handshake) {
        handshakes.remove(handshake);
    }

    /** Begins to use a connection whose greetings have been exchanged. */
    void add(Connection connection) {
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
            ALL.remove(this); // retireNow() may have run before
            connection.closing().close(0);
        } else if (core.isDraining() && isOfAnotherCaller(connection)) {
            connection.closing().announceClosing();
        }
    }

    /** Whether another endpoint has made it. A call to the endpoint's own service is a call of this side. */
    private boolean isOfAnotherCaller(Connection connection) {
        return !connection.isInitiator() && !connection.peerId().equals(core.id());
    }

    /** Collects the calls in progress of all endpoints of this process. One thread at a time. */
    static void tellWaits(WaitCollector waits) {
        ALL.forEach(each -> each.tellOwnWaits(waits));
    }

    private void tellOwnWaits(WaitCollector waits) {
        if (waitsDirectory == null) {
            waitsDirectory = StatisticsDirectory.find(core.directory(), "");
        }
        if (!waitsDirectory.isEmpty()) {
            waits.directory(waitsDirectory, core.directory().path());
        }
        connections.forEach(connection -> connection.tellWaits(waits));
    }

    /** Removes an ended connection. A dead peer may have left its names, and the files that carried its lanes. */
    void ended(Connection connection, boolean died) {
        connections.remove(connection);
        connection.statistics().ended(died);
        ConnectionRecording recording = connection.recordingAt(System.nanoTime());
        if (recording != null) {
            recording.ended(died);
        }
        String services = connection.serviceName();
        if (core.isClosed()) {
            return; // closing ends with a sweep
        }
        if (!services.isEmpty() || died) {
            try {
                core.completions().execute(() -> sweep(services));
            } catch (OutOfMemoryError e) {
                // There is no thread: whoever looks for the name next sweeps it.
            }
        }
    }

    private void sweep(String services) {
        for (String service : services.isEmpty() ? new String[0] : services.split(", ")) {
            try {
                ServiceListing.sweep(core.directory(), new ServiceName(service));
            } catch (NearcallException | OsException e) {
                // Whoever looks for the name next sweeps it, or reports what is in the way.
            }
        }
        sweepLanes();
        StatisticsDirectory.sweep(core.directory());
    }

    private void sweepLanes() {
        try {
            core.channels().sweep();
        } catch (UncheckedIOException e) {
            // Whoever makes lanes next sweeps.
        }
    }

    /**
     * Retires ended connections at once, because somebody waits for room. Each would otherwise wait for its own next
     * look. One look serves all who wait, because it may take long. On the monitor's thread.
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
                // The connection's own look finds the same, and reports it.
            }
        }
    }

    /** Whether all connections so far have given everything back. */
    boolean areRetired() {
        return unretired.isEmpty();
    }

    /** The connection has given everything back. */
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
     * Takes no more calls over accepted connections, and waits for their running calls. Returns whether none is left.
     * Peers call back over connections that were made here, and calls of this side may need these callbacks.
     */
    boolean drain(long patienceNs) {
        long endNs = Deadlines.after(patienceNs);
        List<Connection> accepted = stopServing(this::isOfAnotherCaller, patienceNs);
        await(
                Deadlines.remainingNs(endNs),
                () -> areIdle(accepted) || Thread.currentThread().isInterrupted());
        return areIdle(accepted);
    }

    /** Closes the connections: running calls get a second, then their connections end. Waits, but not long. */
    void close() {
        List<Connection> all = stopServing(any -> true, Farewell.LONGEST_NS);
        await(GRACE_NS, () -> areIdle(all));
        await(CALLERS_NS, () -> endCalls(all));
        // For all connections before any method is interrupted, because they share the executor.
        all.forEach(connection -> connection.lanes().served().withdrawWaiting());
        long deadlineNs = Deadlines.after(GOODBYE_NS);
        all.forEach(connection -> connection.closing().close(Deadlines.remainingNs(deadlineNs)));
        await(RETIRE_NS, unretired::isEmpty);
        if (hasTransports()) {
            transports().close(); // after the goodbyes, which the monitor passes on
        }
    }

    /**
     * Takes no more calls over some connections, and returns them. Callers of other hosts call elsewhere if they can,
     * and are served until they do, at most for {@code patienceNs}.
     */
    private List<Connection> stopServing(Predicate<Connection> which, long patienceNs) {
        core.monitor().execute(() -> handshakes.forEach(Handshake::turnAway)); // later handshakes see why
        // Partner: add(), which looks at the endpoint's state after it has added its connection. Either add() sees that
        // the endpoint serves no more, or we find the connection.
        VarHandle.fullFence();
        List<Connection> some = unretired.stream().filter(which).toList();
        if (hasTransports()) {
            List<Connection> callers = some.stream()
                    .filter(each -> isOfAnotherCaller(each) && !each.isClosing())
                    .toList();
            transports().letMove(callers, patienceNs);
        }
        some.forEach(connection -> connection.closing().announceClosing());
        return some;
    }

    /** Whether no method runs for a peer, and all that have run have been answered. */
    private static boolean areIdle(List<Connection> connections) {
        return connections.stream().noneMatch(connection -> connection.lanes().isCalled());
    }

    /** Returns whether no call is left that was made through any of the connections. */
    private static boolean endCalls(List<Connection> connections) {
        boolean ended = true;
        for (Connection connection : connections) {
            ended &= connection.closing().endCalls();
        }
        return ended;
    }

    /** A call has waited for long. */
    static void watchWaits() {
        watched = true;
        ProcessWaits.WATCH.wake();
    }

    /** Waits for a condition. Returns when the time is over, too. */
    static void await(long timeoutNs, BooleanSupplier condition) {
        long deadlineNs = Deadlines.after(timeoutNs);
        while (!condition.getAsBoolean() && Deadlines.remainingNs(deadlineNs) > 0) {
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    /**
     * Gives back what can be given back after the endpoint's monitor has ended. Also removes the files that carried
     * lanes of peers that died just before, or meanwhile.
     */
    void retireNow() {
        ALL.remove(this);
        if (watched && ALL.isEmpty()) {
            ProcessWaits.WATCH.stop(); // otherwise its files would stay if the process ends now
        }
        unretired.forEach(connection -> connection.closing().retireNow());
        if (core.channels().canHaveLeftAnything()) {
            sweepLanes();
        }
    }
}
