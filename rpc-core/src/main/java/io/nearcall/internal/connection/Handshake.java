// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.log.Log;
import io.nearcall.internal.monitor.Monitor;
import io.nearcall.internal.monitor.Timer;
import io.nearcall.internal.monitor.Watches;
import io.nearcall.internal.remote.RemoteLink;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlMessage.Refusal;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.internal.wire.ProtocolBreach;
import io.nearcall.internal.wire.Received;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.Credentials;
import io.nearcall.ipc.os.OsException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;

/** A connection that has been accepted but has not completed its handshake. All on the monitor's thread. */
final class Handshake implements Monitor.Handler {

    private static final long GREETING_NS = 2_000_000_000;

    /**
     * How often to look whether ended connections are given back, which takes a moment unless a method runs on. A
     * count, not a time: while the machine stands still, nothing is given back either.
     */
    private static final int ROOM_LOOKS = 10;

    private static final long ROOM_PAUSE_NS = 50_000_000;

    /** The longest trial of a channel. With the looks for room, no longer than a peer waits for its answer. */
    private static final long TRIAL_NS = 1_500_000_000;

    private static final String HUNG_UP = "it closed its socket";

    private final EndpointCore core;
    private final ControlSocket socket;
    private Counterpart counterpart;
    private final ServiceAddress offer; // null if the peer may ask for any service of this endpoint
    private Watches.Registration watch;
    private Timer patience;
    private List<Received> following; // messages after the greeting, while its channel is tried; else null
    private ControlMessage.Hello greeting; // the peer's greeting, while there is no room
    private UUID callerId; // from the greeting; null before
    private String callerService = "";
    private Connection successor;
    private boolean done;

    private Handshake(EndpointCore core, ControlSocket socket, Counterpart counterpart, ServiceAddress offer) {
        this.core = core;
        this.socket = socket;
        this.counterpart = counterpart;
        this.offer = offer;
    }

    /** Checks the peer before anything else is said or read, and waits for its greeting. Owns {@code fd}. */
    static void greet(EndpointCore core, int fd, ServiceAddress offer) {
        Credentials credentials;
        try {
            credentials = Host.current().peer(fd);
        } catch (OsException e) {
            core.disposal().accept(fd);
            return;
        }
        // The greeting will name the channel.
        greet(core, fd, new Counterpart(credentials, ""), offer);
    }

    /** As above, for an endpoint of another host, which may ask for any service of this one. */
    static void greet(EndpointCore core, RemoteLink link) {
        greet(core, link.descriptor(), new Counterpart(link), null);
    }

    private static void greet(EndpointCore core, int fd, Counterpart counterpart, ServiceAddress offer) {
        Handshake handshake = new Handshake(core, new ControlSocket(fd, core.disposal()), counterpart, offer);
        try {
            int uid = counterpart.credentials().uid();
            if (core.isDraining()) {
                handshake.turnAway();
            } else if (counterpart.link() == null && !core.settings().allowsUser(uid)) {
                handshake.refuse(Refusal.USER, Settings.user(uid) + " is not among those that are allowed here");
            } else if (!core.connections().hasRoomForHandshake()) {
                handshake.refuseForRoom("");
            } else {
                core.connections().expect(handshake);
                handshake.watch = core.monitor().register(fd, handshake);
                handshake.patience =
                        core.monitor().schedule(GREETING_NS, () -> handshake.leave("it sent no greeting within 2 s"));
            }
        } catch (OsException e) {
            handshake.leave(e.getMessage());
        }
    }

    /** Refuses the peer, because the endpoint is closing or about to close. */
    void turnAway() {
        refuse(Refusal.CLOSING, "it is closing");
    }

    private void refuseForRoom(String which) {
        refuse(Refusal.OVERLOADED, "it has " + core.settings().maxConnections() + " connections, its limit" + which);
    }

    private void refuse(Refusal reason, String text) {
        core.statistics().refused(true, "CONNECTION_" + reason.name(), pid());
        core.recording().refused(true, pid(), callerId, callerService, reason.name(), text);
        try {
            socket.send(new ControlMessage.Refused(ControlMessage.VERSION, reason, text));
        } catch (OsException e) {
            Log.get().log(Level.DEBUG, "The refusal could not be sent to {0}: {1}", counterpart, e.getMessage());
        }
        leave(text);
    }

    private void leave(String reason) {
        if (!done) {
            Log.get().log(Level.DEBUG, "The connection of {0} was not accepted: {1}", counterpart, reason);
            settle();
            socket.close();
        }
    }

    private void settle() {
        done = true;
        core.connections().settled(this);
        if (watch != null) {
            watch.close();
        }
        if (patience != null) {
            patience.cancel();
        }
        if (following != null) {
            following.forEach(each -> core.disposal().accept(each.descriptor()));
            following = null;
        }
    }

    @Override
    public void readable() {
        withoutHarm(() -> {
            if (!socket.drain(this::received, PeerWatch.BYTES_OF_TURN)) {
                leave(HUNG_UP);
            }
        });
    }

    private void withoutHarm(Runnable step) {
        try {
            step.run();
        } catch (ProtocolBreach e) {
            if (successor != null) {
                successor.protocolBroken(e.getMessage());
            } else {
                leave(e.getMessage());
            }
        } catch (OsException e) { // the system lacks something
            core.warn(counterpart + " cannot be greeted: " + e.getMessage());
            if (successor != null) {
                successor.giveUp(ControlMessage.Farewell.INTERNAL_ERROR, e.getMessage());
            } else {
                leave(e.getMessage());
            }
        }
    }

    private void received(ControlMessage message, int descriptor) {
        if (successor != null) {
            successor.received(message, descriptor); // it followed the greeting so closely that the same read took both
            return;
        }
        if (following != null) {
            following.add(new Received(message, descriptor));
            return;
        }
        core.disposal().accept(descriptor);
        if (done) {
            throw new ProtocolBreach("messages after a greeting that was refused");
        }
        if (greeting != null) {
            refuseForUnretired(); // only a connection can take what follows a greeting
            return;
        }
        if (!(message instanceof ControlMessage.Hello hello)) {
            leave("it sent " + message.getClass().getSimpleName() + " in place of a greeting");
            return;
        }
        callerId = hello.endpointId();
        callerService = hello.serviceName();
        if (hello.version() != ControlMessage.VERSION) {
            refuse(Refusal.VERSION, "it speaks version " + ControlMessage.VERSION + " of the protocol");
        } else if (core.isDraining()) {
            turnAway();
        } else {
            String obstacle = obstacle(hello.channel());
            if (obstacle != null) {
                refuse(Refusal.CHANNEL, obstacle);
            } else if (counterpart.link() != null || core.channels().hasWorked(hello.channel())) {
                admit(hello);
            } else {
                awaitTrial(hello);
            }
        }
    }

    /** Why the connection must not use that channel; null if it may. */
    private String obstacle(String channel) {
        if (counterpart.link() != null) {
            return channel.equals(counterpart.channel())
                    ? null
                    : "the session is one of " + counterpart.channel() + ", not of " + channel;
        }
        return offer.offered().contains(channel)
                ? Channels.refused(channel, counterpart.credentials().uid())
                : "it is offered over " + String.join(", ", offer.offered()) + " only, not over " + channel;
    }

    /** Tries the channel on another thread: a trial sweeps, and peers' files may take long. Reads nothing meanwhile. */
    private void awaitTrial(ControlMessage.Hello hello) {
        following = new ArrayList<>();
        watch.close();
        patience.cancel();
        patience = core.monitor()
                .schedule(
                        TRIAL_NS,
                        () -> refuse(Refusal.CHANNEL, "the trial of " + hello.channel() + " did not end in time"));
        core.channels()
                .tryFor(
                        hello.channel(),
                        counterpart.credentials().uid(),
                        obstacle -> core.monitor().execute(() -> hear(hello, obstacle)));
    }

    private void hear(ControlMessage.Hello hello, String obstacle) {
        try {
            withoutHarm(() -> tried(hello, obstacle));
        } catch (RuntimeException | Error e) { // handled as the monitor handles exceptions of a handler
            failed(e);
            throw e;
        }
    }

    private void tried(ControlMessage.Hello hello, String obstacle) {
        if (done) {
            return;
        }
        if (obstacle != null) {
            refuse(Refusal.CHANNEL, obstacle);
            return;
        }
        Iterator<Received> behind = following.iterator();
        following = null;
        try {
            admit(hello);
            while (behind.hasNext() && socket.isOpen()) {
                Received next = behind.next();
                received(next.message(), next.descriptor());
            }
        } finally {
            behind.forEachRemaining(each -> core.disposal().accept(each.descriptor()));
        }
    }

    private void admit(ControlMessage.Hello hello) {
        if (core.connections().hasRoom()) {
            welcome(hello);
        } else {
            awaitRoom(hello);
        }
    }

    private void awaitRoom(ControlMessage.Hello hello) {
        greeting = hello;
        patience.cancel();
        lookForRoom(ROOM_LOOKS);
    }

    private void lookForRoom(int looks) {
        patience = core.monitor().schedule(ROOM_PAUSE_NS, () -> {
            core.connections().retireEnded();
            tryAgain();
            if (!done && looks > 1) {
                lookForRoom(looks - 1);
            } else if (!done) {
                refuseForUnretired();
            }
        });
    }

    private void refuseForUnretired() {
        refuseForRoom(", counting those that have ended while methods run on for them");
    }

    /** Admits a peer that waits for room, if there is some. */
    void tryAgain() {
        if (greeting == null || !core.connections().hasRoom()) {
            return;
        }
        try {
            welcome(greeting);
        } catch (OsException e) { // the system lacks something
            leave(e.getMessage());
        }
    }

    private void welcome(ControlMessage.Hello hello) {
        if (!socket.send(
                new ControlMessage.Welcome(ControlMessage.VERSION, counterpart.toldPid(), core.id(), core.limits()))) {
            leave(HUNG_UP);
            return;
        }
        if (counterpart.link() == null) {
            counterpart = new Counterpart(counterpart.credentials().orPid(hello.pid()), hello.channel());
        }
        Connection made = new Connection(core, socket, false, counterpart, hello.endpointId(), hello.limits(), "");
        settle(); // after everything that can fail: leave() closes the socket of a peer that is not settled
        successor = made;
        core.connections().add(made);
    }

    @Override
    public String toString() {
        return "the greeting of " + counterpart;
    }

    private int pid() {
        return counterpart.credentials().pid();
    }

    @Override
    public void hangup() {
        leave(HUNG_UP);
    }

    @Override
    public void failed(Throwable cause) {
        leave(cause.toString());
    }
}
