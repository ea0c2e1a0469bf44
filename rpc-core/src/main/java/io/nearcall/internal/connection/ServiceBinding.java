// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.CallInterruptedException;
import io.nearcall.ConnectionLostException;
import io.nearcall.ConnectionRefusedException;
import io.nearcall.DeadlineExceededException;
import io.nearcall.Outcome;
import io.nearcall.PeerClosingException;
import io.nearcall.ProtocolVersionException;
import io.nearcall.ServiceNotFoundException;
import io.nearcall.internal.client.ClientInterface;
import io.nearcall.internal.client.Deadlines;
import io.nearcall.internal.client.Route;
import io.nearcall.internal.discovery.Lookup;
import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.internal.discovery.ServiceName;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlMessage.Refusal;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.internal.wire.Received;
import io.nearcall.ipc.os.Credentials;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.UnixSocket;
import java.util.concurrent.locks.LockSupport;

/** The way from a service's name to a route for calls: finds it, connects, greets, and binds the interface. */
final class ServiceBinding {

    private static final long GREETING_NS = 2_000_000_000;
    private static final long PAUSE_NS = 5_000_000;

    /** For look-ups without patience: once the service has been found, what it says is worth waiting for. */
    private static final long SHORTEST_BINDING_NS = 500_000_000;

    private final EndpointCore core;
    private final RuntimeDirectory directory;
    private final ClientInterface callee;
    private final ServiceName name;

    ServiceBinding(EndpointCore core, RuntimeDirectory directory, ClientInterface callee, ServiceName name) {
        this.core = core;
        this.directory = directory;
        this.callee = callee;
        this.name = name;
    }

    /** Blocks until it is done, again and again if the service goes away meanwhile, at most for {@code timeoutNs}. */
    Route bind(long timeoutNs) {
        long deadlineNs = Deadlines.after(timeoutNs);
        long leftNs = timeoutNs;
        while (true) {
            try {
                Route route = attempt(leftNs);
                if (route != null) {
                    return route;
                }
            } catch (ConnectionLostException | PeerClosingException e) {
                if (Deadlines.remainingNs(deadlineNs) == 0) {
                    throw e;
                }
            }
            if (Deadlines.remainingNs(deadlineNs) == 0) {
                throw new ServiceNotFoundException(name.value(), directory.path(), timeoutNs);
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new CallInterruptedException(Outcome.NOT_SENT, "the service \"" + name + "\"");
            }
            LockSupport.parkNanos(PAUSE_NS);
            leftNs = Deadlines.remainingNs(deadlineNs);
        }
    }

    /** Null if the service is just going away. */
    private Route attempt(long timeoutNs) {
        ControlSocket socket = new ControlSocket(Lookup.connect(directory, name, timeoutNs));
        Connection connection = null;
        try {
            connection = greet(socket, timeoutNs == 0 ? GREETING_NS : Math.min(timeoutNs, GREETING_NS));
        } finally {
            if (connection == null) {
                socket.close();
            }
        }
        return connection == null
                ? null
                : new InterfaceBinding(core, connection, callee, name.value())
                        .bind(Math.max(timeoutNs, SHORTEST_BINDING_NS));
    }

    private Connection greet(ControlSocket socket, long timeoutNs) {
        Credentials peer = UnixSocket.peer(socket.descriptor());
        if (!core.settings().allowsUser(peer.uid())) {
            throw refused(peer, "it runs as user " + peer.uid() + ", who is not among those that this endpoint allows");
        }
        ControlMessage hello = new ControlMessage.Hello(
                ControlMessage.VERSION, CurrentProcess.pid(), core.id(), core.limits(), name.value());
        Received answer;
        try {
            if (!socket.send(hello)) {
                return null;
            }
            answer = socket.receive(timeoutNs);
        } catch (ControlSocket.EndOfStream e) {
            return null;
        }
        if (answer == null) {
            throw new DeadlineExceededException(
                    Outcome.NOT_SENT, "The greeting", name.value(), peer.pid(), timeoutNs, "it may be stopped");
        }
        if (answer.message() instanceof ControlMessage.Welcome welcome) {
            if (welcome.version() != ControlMessage.VERSION) {
                throw new ProtocolVersionException(name.value(), peer.pid(), ControlMessage.VERSION, welcome.version());
            }
            return connection(socket, peer, welcome);
        }
        if (answer.message() instanceof ControlMessage.Refused refused) {
            if (refused.reason() == Refusal.CLOSING) {
                return null;
            }
            if (refused.reason() == Refusal.VERSION) {
                throw new ProtocolVersionException(name.value(), peer.pid(), ControlMessage.VERSION, refused.version());
            }
            throw refused(peer, refused.text());
        }
        throw refused(peer, "it answered the greeting with " + answer.message());
    }

    /** The connection to that endpoint that exists already, or this one. */
    private Connection connection(ControlSocket socket, Credentials peer, ControlMessage.Welcome welcome) {
        synchronized (core) {
            Connection existing = core.connectionTo(welcome.endpointId());
            if (existing != null) {
                socket.close();
                existing.addServiceName(name.value());
                return existing;
            }
            Connection made =
                    new Connection(core, socket, true, peer, welcome.endpointId(), welcome.limits(), name.value());
            core.add(made);
            return made;
        }
    }

    private ConnectionRefusedException refused(Credentials peer, String reason) {
        return new ConnectionRefusedException(name.value(), peer.pid(), directory.socketPath(name), reason + ".");
    }
}
