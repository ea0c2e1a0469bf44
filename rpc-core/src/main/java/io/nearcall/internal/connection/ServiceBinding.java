// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.CallInterruptedException;
import io.nearcall.ConnectionLostException;
import io.nearcall.ConnectionLostException.Loss;
import io.nearcall.ConnectionRefusedException;
import io.nearcall.DeadlineExceededException;
import io.nearcall.Outcome;
import io.nearcall.ServiceNotFoundException;
import io.nearcall.TransportException;
import io.nearcall.internal.call.ClientInterface;
import io.nearcall.internal.call.Deadlines;
import io.nearcall.internal.discovery.Lookup;
import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.discovery.ServiceListing;
import io.nearcall.internal.discovery.ServiceName;
import io.nearcall.internal.log.Log;
import io.nearcall.internal.remote.RemoteLink;
import io.nearcall.internal.stub.Route;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlMessage.Refusal;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.internal.wire.ProtocolBreach;
import io.nearcall.internal.wire.Received;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.Credentials;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.wait.VirtualThreads;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;

/** Leads from a service's name to a route for calls: finds the service, connects, greets, and binds the interface. */
final class ServiceBinding {

    private static final long GREETING_NS = 2_000_000_000;
    private static final long PAUSE_NS = 5_000_000;
    private static final long REMOTE_PAUSE_NS = 100_000_000;

    /** With less time left, another attempt would be cut short and reveal nothing. */
    private static final long LEAST_REMOTE_NS = 2 * REMOTE_PAUSE_NS;

    /** For look-ups without patience: once the service has been found, its answer is worth waiting for. */
    private static final long SHORTEST_BINDING_NS = 500_000_000;

    private final EndpointCore core;
    private final ClientInterface callee;
    private final ServiceAddress address;
    private final ServiceName name;
    private final String boundName;
    private String obstacle = ""; // why another host has not been reached

    /** @param boundName the name of the object to bind, at the endpoint that has the service */
    ServiceBinding(EndpointCore core, ClientInterface callee, ServiceAddress address, String boundName) {
        this.boundName = boundName;
        this.core = core;
        this.callee = callee;
        this.address = address;
        this.name = address.name();
    }

    /**
     * Blocks until the interface is bound. Tries again and again if the service goes away meanwhile. A living service
     * that breaks off twice in a row is not tried again, because it would break off again.
     *
     * @param timeoutNs how long to wait for the service to be there; 0 to try once
     * @param deadlineNs for everything, unless it is tried once
     */
    Route bind(long timeoutNs, long deadlineNs) {
        if (!VirtualThreads.isCurrentVirtual()) {
            return bindHere(timeoutNs, deadlineNs);
        }
        try { // it waits in native code, where a virtual thread would block its carrier
            return CompletableFuture.supplyAsync(() -> bindHere(timeoutNs, deadlineNs), core.completions())
                    .get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallInterruptedException(Outcome.NOT_SENT, "the service \"" + name + "\"");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) e.getCause();
        }
    }

    private Route bindHere(long timeoutNs, long deadlineNs) {
        long patienceEndNs = Deadlines.after(timeoutNs);
        long leftNs = timeoutNs;
        boolean brokenOff = false;
        while (true) {
            try {
                Route route = attempt(leftNs, deadlineNs);
                if (route != null) {
                    return route;
                }
            } catch (ConnectionLostException e) {
                boolean again = e.loss() == Loss.BROKEN;
                if (Deadlines.remainingNs(patienceEndNs) == 0 || again && brokenOff) {
                    throw e;
                }
                brokenOff = again;
            } catch (OsException e) {
                throw new TransportException(Outcome.NOT_SENT, "greeting the service \"" + name + "\"", "", e);
            }
            long restNs = Deadlines.remainingNs(patienceEndNs);
            if (restNs == 0 || address.isRemote() && restNs <= LEAST_REMOTE_NS) {
                throw address.isRemote()
                        ? ServiceNotFoundException.ofOtherHost(name.value(), address.remotePlace(), timeoutNs, obstacle)
                        : Lookup.notFound(core.directory(), name, timeoutNs);
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new CallInterruptedException(Outcome.NOT_SENT, "the service \"" + name + "\"");
            }
            LockSupport.parkNanos(address.isRemote() ? REMOTE_PAUSE_NS : PAUSE_NS);
            leftNs = Math.max(1, Deadlines.remainingNs(patienceEndNs)); // 0 would mean a single try
        }
    }

    /** Returns null if the service is just going away. */
    private Route attempt(long timeoutNs, long deadlineNs) {
        Refused obstacle = null;
        for (String channel : address.tried()) {
            try {
                Connection connection = connect(channel, timeoutNs, deadlineNs);
                if (connection == null) {
                    return null;
                }
                if (obstacle != null) {
                    Log.get()
                            .log(
                                    Level.INFO,
                                    "{0} is called over {1}, because a faster channel cannot be used: {2}",
                                    connection.describe(),
                                    channel,
                                    obstacle.reason);
                }
                return bind(connection, timeoutNs, deadlineNs);
            } catch (Refused e) {
                if (e.known != null) {
                    return overKnownConnection(e, timeoutNs, deadlineNs);
                }
                obstacle = e.after(obstacle);
            }
        }
        throw refused(obstacle.peer, obstacle.reason);
    }

    private Route bind(Connection connection, long timeoutNs, long deadlineNs) {
        Route route = new InterfaceBinding(core, connection, callee, boundName)
                .bind(timeoutNs == 0 ? Deadlines.after(SHORTEST_BINDING_NS) : deadlineNs);
        if (route == null && boundName.equals(Inspector.NAME)) {
            String who = address.isRemote()
                    ? "The endpoint at " + address.remotePlace()
                    : "Process " + connection.peerPid() + ", which has the service \"" + name + "\",";
            throw new Inspection.Unavailable(
                    who + " does not describe its services. Either it runs with io.nearcall.inspect=off, or it has an"
                            + " older version of Nearcall, or it is not written in Java.");
        }
        return route;
    }

    /** Tries existing connections to the service's process, because it takes no more, not even for a greeting. */
    private Route overKnownConnection(Refused refusal, long timeoutNs, long deadlineNs) {
        for (Connection known : refusal.known) {
            Route route = bind(known, timeoutNs, deadlineNs);
            if (route != null) {
                known.addServiceName(name.value());
                return route;
            }
        }
        throw refused(refusal.peer, refusal.reason);
    }

    /** Makes a connection over that channel; null if the service is just going away. */
    private Connection connect(String channel, long timeoutNs, long deadlineNs) {
        Connection known = address.isRemote() ? core.connections().madeTo(address) : null;
        if (known != null) {
            known.addServiceName(name.value());
            return known;
        }
        core.disposal().requireRoom();
        RemoteLink link = address.isRemote() ? core.connections().transports().connect(address) : null;
        int descriptor = link == null ? Lookup.connect(core.directory(), name, timeoutNs) : link.descriptor();
        ControlSocket socket = new ControlSocket(descriptor, core.disposal());
        Connection connection = null;
        try {
            long greetingNs = timeoutNs == 0 ? GREETING_NS : Math.min(Deadlines.remainingNs(deadlineNs), GREETING_NS);
            connection = link == null
                    ? greet(socket, channel, greetingNs)
                    : greet(socket, new Counterpart(link), greetingNs);
            obstacle = connection == null ? obstacle : "";
            return connection;
        } finally {
            if (connection == null) {
                socket.close();
            }
        }
    }

    private Connection greet(ControlSocket socket, String channel, long timeoutNs) {
        Credentials peer = Host.current().peer(socket.descriptor());
        if (peer.pid() < 0) {
            peer = peer.orPid(ServiceListing.holderPid(core.directory(), name));
        }
        if (!core.settings().allowsUser(peer.uid())) {
            throw refused(
                    peer,
                    "it runs as " + Settings.user(peer.uid()) + ", who is not among those that this endpoint allows");
        }
        String obstacle = core.channels().unavailable(channel, peer.uid());
        if (obstacle != null) {
            throw new Refused(peer, channel + " cannot be used in this process: " + obstacle, null);
        }
        return greet(socket, new Counterpart(peer, channel), timeoutNs);
    }

    private Connection greet(ControlSocket socket, Counterpart counterpart, long timeoutNs) {
        Credentials peer = counterpart.credentials();
        String channel = counterpart.channel();
        ControlMessage hello = new ControlMessage.Hello(
                ControlMessage.VERSION, counterpart.toldPid(), core.id(), core.limits(), name.value(), channel);
        Received answer;
        try {
            // May fail: an endpoint that refuses a user does not wait for the greeting, but its answer is there.
            socket.send(hello);
            if (!boundName.equals(Inspector.NAME)) {
                core.statistics().makePage(); // while the other side is at work, so that no call waits for it
            }
            answer = socket.receive(timeoutNs);
        } catch (ControlSocket.EndOfStream e) {
            return notReached(counterpart, "");
        } catch (ProtocolBreach e) {
            throw refused(peer, e.getMessage());
        }
        if (answer == null && address.isRemote()) {
            return notReached(counterpart, "it has not answered the greeting in time");
        }
        if (answer == null) {
            throw new DeadlineExceededException(
                    Outcome.NOT_SENT, "The greeting", name.value(), peer.pid(), timeoutNs, "it may be stopped");
        }
        if (answer.message() instanceof ControlMessage.Welcome welcome) {
            if (welcome.version() != ControlMessage.VERSION) {
                throw otherVersion(peer, welcome.version());
            }
            return connection(socket, counterpart, welcome);
        }
        if (answer.message() instanceof ControlMessage.Refused refused) {
            Refusal reason = refused.reason();
            core.recording().refused(false, peer.pid(), null, name.value(), reason.name(), refused.text());
            if (reason == Refusal.CLOSING) {
                return null;
            }
            if (reason == Refusal.VERSION) {
                throw otherVersion(peer, refused.version());
            }
            if (reason == Refusal.CHANNEL) {
                throw new Refused(peer, "process " + peer.pid() + " says: " + refused.text(), null);
            }
            if (reason == Refusal.OVERLOADED) {
                throw new Refused(peer, refused.text(), core.connections().madeTo(socket, counterpart));
            }
            throw refused(peer, refused.text());
        }
        core.disposal().accept(answer.descriptor());
        throw refused(peer, "it answered the greeting with " + answer.message());
    }

    /** Returns the existing connection to that endpoint of that process, or else this one. */
    private Connection connection(ControlSocket socket, Counterpart counterpart, ControlMessage.Welcome welcome) {
        synchronized (core) {
            for (Connection existing : core.connections().madeTo(socket, counterpart)) {
                if (existing.peerId().equals(welcome.endpointId())) {
                    socket.close();
                    existing.addServiceName(name.value());
                    return existing;
                }
            }
            Connection made = new Connection(
                    core, socket, true, counterpart, welcome.endpointId(), welcome.limits(), name.value());
            core.connections().add(made);
            return made;
        }
    }

    private ConnectionRefusedException otherVersion(Credentials peer, int version) {
        return refused(
                peer,
                "it speaks protocol version " + version + ", this process speaks version " + ControlMessage.VERSION
                        + ". Run the same version of Nearcall on both sides: update the "
                        + (version < ControlMessage.VERSION ? "peer" : "local one"));
    }

    private ConnectionRefusedException refused(Credentials peer, String reason) {
        String place =
                address.isRemote() ? address.remotePlace() : core.directory().socketPath(name);
        return new ConnectionRefusedException(name.value(), peer.pid(), place, reason + ".");
    }

    /** Returns null if the host may be reached later. */
    private Connection notReached(Counterpart counterpart, String otherwise) {
        if (counterpart.link() != null) {
            String reason = counterpart.link().reason();
            // An attempt that was cut short says less than the one before.
            obstacle = !reason.isEmpty() ? reason : obstacle.isEmpty() ? otherwise : obstacle;
            if (counterpart.link().isRefused()) {
                throw refused(counterpart.credentials(), obstacle);
            }
        }
        return null;
    }

    /** This connection is refused, but another one may do. */
    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Credentials peer;
        private final String reason;
        private final transient List<Connection> known;

        /**
         * @param known connections to that process, if it has as many as it may; null if one side cannot do a channel,
         *     or does not want it for this service, so a connection over another channel may do
         */
        private Refused(Credentials peer, String reason, List<Connection> known) {
            super(reason, null, false, false);
            this.peer = peer;
            this.reason = reason;
            this.known = known;
        }

        private Refused after(Refused former) {
            if (former == null) {
                return this;
            }
            boolean isNew = !former.reason.contains(reason); // two channels may lack the same
            return new Refused(peer, isNew ? former.reason + "; " + reason : former.reason, null);
        }
    }
}
