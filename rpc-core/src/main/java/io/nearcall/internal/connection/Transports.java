// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.Outcome;
import io.nearcall.TransportException;
import io.nearcall.internal.balance.Farewell;
import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.log.Log;
import io.nearcall.internal.remote.RemoteLink;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import io.nearcall.spi.RemoteTransport;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** The sessions of an endpoint with other hosts. Any thread. */
final class Transports {

    /** For sessions to end in order, after a goodbye. */
    private static final long ORDERLY_END_NS = 500_000_000;

    private static final String CLOSED = "the endpoint is closed";

    private final EndpointCore core;
    private final Set<RemoteLink> links = ConcurrentHashMap.newKeySet();
    private final List<AutoCloseable> doors = new ArrayList<>(); // used by the opening thread, then by the closing one

    Transports(EndpointCore core) {
        this.core = core;
    }

    /**
     * Admits other hosts, through the transports that listen.
     *
     * @throws TransportException if a transport cannot listen
     */
    void listen() {
        for (RemoteTransport transport : core.settings().transports()) {
            try {
                doors.add(transport.listen(session -> accept(transport, session)));
            } catch (IOException | RuntimeException e) {
                closeDoors();
                if (e instanceof RuntimeException mistake) {
                    throw mistake;
                }
                throw new TransportException(Outcome.NOT_SENT, "listening for " + transport.scheme(), "", e);
            }
        }
    }

    /** Other hosts may call that service: callers with one of these proven names, or all callers if it is null. */
    void offered(String service, Set<String> principals) {
        Predicate<String> permitted = principals == null ? any -> true : principals::contains;
        for (RemoteTransport transport : core.settings().transports()) {
            transport.offered(service, permitted);
        }
    }

    /** They may not any more. */
    void withdrawn(String service) {
        for (RemoteTransport transport : core.settings().transports()) {
            transport.withdrawn(service);
        }
    }

    /** The endpoint begins to close, or serves nothing more. A fault of a transport does not keep it from that. */
    void closing() {
        for (RemoteTransport transport : core.settings().transports()) {
            try {
                transport.closing();
            } catch (RuntimeException e) {
                core.warn("The transport " + transport + " has failed when the endpoint began to close", e);
            }
        }
    }

    /** Begins a session that another host has opened. */
    private RemoteTransport.Receiver accept(RemoteTransport transport, RemoteTransport.Session session) {
        core.disposal().requireRoom();
        if (links.stream().filter(RemoteLink::hasConnected).count()
                >= 2L * core.settings().maxConnections()) {
            throw new OsException("accept", Errno.EBUSY, "a session of another host: there are too many");
        }
        RemoteLink link = link(transport.scheme(), session.peer(), true);
        boolean begun = false;
        try {
            link.start(session);
            begun = core.monitor().execute(() -> Handshake.greet(core, link));
            return link;
        } finally {
            if (!begun) {
                giveUp(link);
                session.close(CLOSED);
            }
        }
    }

    /** Ends a session that no connection will use. */
    private void giveUp(RemoteLink link) {
        link.ended(true, "it could not begin");
        core.disposal().accept(link.descriptor());
    }

    private RemoteLink link(String scheme, String place, boolean hasConnected) {
        RemoteLink link = new RemoteLink(core.monitor(), scheme, place, hasConnected, links::remove);
        links.add(link);
        return link;
    }

    /**
     * Begins a session. Does not block: the session's end tells if the place is not reached.
     *
     * @throws IllegalArgumentException if there is no such transport, or it does not accept that place
     */
    RemoteLink connect(ServiceAddress address) {
        RemoteTransport transport = of(address);
        RemoteLink link = link(address.scheme(), address.remotePlace(), false);
        boolean begun = false;
        try {
            link.start(transport.connect(address.place(), link));
            begun = true;
            if (core.isClosed()) { // partner: close()
                link.breakOff(CLOSED);
            }
            return link;
        } finally {
            if (!begun) {
                giveUp(link);
            }
        }
    }

    /**
     * The transport for an address of another host.
     *
     * @throws IllegalArgumentException if there is none
     */
    RemoteTransport of(ServiceAddress address) {
        for (RemoteTransport each : core.settings().transports()) {
            if (each.scheme().equals(address.scheme())) {
                return each;
            }
        }
        RemoteTransport found = FoundTransports.find(address.scheme());
        if (found != null) {
            return found;
        }
        throw new IllegalArgumentException(
                "There is no transport for " + address + ". Put one on the class path, such as"
                        + " nearcall-grpc for grpc://, or name it with EndpointBuilder.transport.");
    }

    /**
     * Asks callers of other hosts to call elsewhere, and waits until no call has come for a while: so long at most.
     *
     * @param accepted connections of other callers, of this host too
     */
    void letMove(List<Connection> accepted, long patienceNs) {
        List<Connection> remote = accepted.stream()
                .filter(connection -> connection.counterpart().link() != null)
                .toList();
        remote.forEach(connection -> connection.counterpart().link().leave());
        Farewell farewell = new Farewell(System.nanoTime(), patienceNs, taken(remote));
        Connections.await(
                patienceNs,
                () -> remote.isEmpty()
                        || farewell.isOver(System.nanoTime(), taken(remote))
                        || Thread.currentThread().isInterrupted());
    }

    private static long taken(List<Connection> connections) {
        return connections.stream()
                .mapToLong(connection -> connection.lanes().served().taken())
                .sum();
    }

    /** The endpoint is closing and has said goodbye on all its connections. Waits until that is sent, but not long. */
    void close() {
        Connections.await(ORDERLY_END_NS, links::isEmpty);
        links.forEach(link -> link.breakOff(CLOSED));
        closeDoors();
    }

    private void closeDoors() {
        for (AutoCloseable door : doors) {
            try {
                door.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the door closes all the same
            } catch (Exception e) { // the others must still be closed
                Log.get().log(Level.WARNING, "A transport could not be closed", e);
            }
        }
        doors.clear();
    }
}
