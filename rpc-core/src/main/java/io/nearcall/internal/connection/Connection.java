// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.ConnectionLostException;
import io.nearcall.ConnectionLostException.Loss;
import io.nearcall.EndpointClosedException;
import io.nearcall.NearcallException;
import io.nearcall.Outcome;
import io.nearcall.OverloadedException;
import io.nearcall.TransportException;
import io.nearcall.internal.client.AsyncLanes;
import io.nearcall.internal.client.ClientInterface;
import io.nearcall.internal.client.ClientLane;
import io.nearcall.internal.client.LanePool;
import io.nearcall.internal.client.Link;
import io.nearcall.internal.codec.ClassTable;
import io.nearcall.internal.codec.LaneCodec;
import io.nearcall.internal.codec.ThrowableCodec;
import io.nearcall.internal.lane.LaneCaller;
import io.nearcall.internal.lane.LaneServer;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.internal.reference.ReceivedReference;
import io.nearcall.internal.server.ServedPeer;
import io.nearcall.internal.server.ServerLane;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.internal.wire.Limits;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.ChannelProvider;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.Credentials;
import io.nearcall.ipc.os.OsException;
import java.lang.System.Logger.Level;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * A pair of endpoints that talk: one control socket, and the lanes that either has opened. Begins when both have greeted,
 * and ends once, for a reason that all its calls are told.
 */
public final class Connection implements Link, ServedPeer {

    /* The end. end is set once. From then on every wait in a lane ends with CLOSED; whoever sees that asks lost() why. If it
     * is this side that closes, its own callers leave before the peer is told; else all ends at once. ended is set then. The
     * memory goes last: each lane is withdrawn when nobody is in it, which is tried again and again, and when all are, the
     * batches are unmapped. If somebody never leaves, the memory stays: a leak instead of a crash of the JVM. */

    private static final System.Logger LOG = System.getLogger("io.nearcall");

    private static final long FIRST_RETIRE_NS = 500_000;
    private static final long LONGEST_RETIRE_NS = 100_000_000;
    private static final long DRAIN_NS = 10_000_000;
    private static final long NO_THREAD_PAUSE_NS = 100_000_000;

    private final EndpointCore core;
    private final ControlSocket socket;
    private final boolean initiator;
    private final Credentials credentials;
    private final UUID peerId;
    private final String channel;
    private final long maxMessageBytes;
    private final PeerWatch peer;
    private final ClassAgreement agreement;
    private final ClassTable classes;
    private final ConnectionReferences references;
    private final ThrowableCodec throwables;
    private final LanePool lanes;
    private final AsyncLanes async;
    private final OpenedBatches opened;
    private final ServedBatches served;
    private final AtomicReference<ConnectionEnd> end = new AtomicReference<>();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final AtomicBoolean draining = new AtomicBoolean();
    private final Set<Runnable> watchers = ConcurrentHashMap.newKeySet();
    private volatile ControlMessage.Goodbye farewell;
    private volatile String serviceNames;
    private volatile boolean closing;
    private boolean retired; // guarded by this

    /**
     * After the greetings.
     *
     * @param initiator whether this side connected
     * @param serviceName that was asked for when the connection was made
     * @param channel the mechanism that carries its lanes
     */
    Connection(
            EndpointCore core,
            ControlSocket socket,
            boolean initiator,
            Credentials credentials,
            UUID peerId,
            Limits peerLimits,
            String serviceName,
            String channel) {
        this.core = core;
        this.socket = socket;
        this.initiator = initiator;
        this.credentials = credentials;
        this.peerId = peerId;
        this.serviceNames = serviceName;
        this.maxMessageBytes = Math.min(core.settings().maxMessageBytes(), peerLimits.frameBytes());
        this.peer = new PeerWatch(this, socket, core.monitor());
        this.agreement = new ClassAgreement(this, socket, initiator, core.knownClasses());
        this.classes = new ClassTable(agreement);
        this.references = new ConnectionReferences(core, this, socket);
        this.throwables = core.interfaces().throwablesInValues();
        this.channel = channel;
        ChannelProvider provider = core.channels().provider(channel, credentials.uid());
        int maxLanes = Math.min(core.settings().maxLanes(), peerLimits.lanes());
        this.lanes = new LanePool(this, maxLanes);
        this.async = new AsyncLanes(this, core.laneThreads(), core.completions());
        this.opened = new OpenedBatches(this, socket, provider, initiator);
        this.served = new ServedBatches(
                this, socket, provider, core.laneThreads(), core.settings().maxLanes());
    }

    /** Begins to watch the peer. What came with its greeting is handled first. */
    void start() {
        peer.start();
    }

    /** On the monitor's thread. Takes over the descriptor. */
    void received(ControlMessage message, int descriptor) {
        if (message instanceof ControlMessage.Doorbell doorbell) {
            rung(doorbell.lane());
        } else if (message instanceof ControlMessage.Cancel cancel) {
            cancelled(cancel.lane(), cancel.callId());
        } else if (message instanceof ControlMessage.Release release) {
            if (!references.released(release)) {
                protocolBroken("references were given back that had not been given");
            }
        } else if (message instanceof ControlMessage.Lanes offer) {
            if (LaneNumbers.isOfInitiator(offer.batch()) == initiator) {
                if (descriptor >= 0) {
                    Host.current().close(descriptor);
                }
                protocolBroken("batch " + offer.batch() + " is not the peer's to number");
            } else {
                served.accept(offer, descriptor);
            }
        } else if (message instanceof ControlMessage.LanesReady ready) {
            opened.ready(ready.batch(), descriptor, ready.address());
        } else if (message instanceof ControlMessage.LanesRefused refused) {
            opened.refused(
                    refused.batch(),
                    new OverloadedException(
                            Outcome.NOT_SENT, "lanes to " + describe() + " (" + refused.reason() + ")", maxLanes(), 0));
        } else if (message instanceof ControlMessage.ClassOffer offer) {
            agreement.offered(offer);
        } else if (message instanceof ControlMessage.ClassAgreed agreed) {
            agreement.agreed(agreed);
        } else if (message instanceof ControlMessage.ClassRefused refused) {
            agreement.refused(refused);
        } else if (message instanceof ControlMessage.ClassDiffers differs) {
            agreement.differs(differs);
        } else if (message instanceof ControlMessage.ClassVersion version) {
            agreement.version(version);
        } else if (message instanceof ControlMessage.Goodbye goodbye) {
            farewell = goodbye;
        } else {
            protocolBroken("a second greeting");
        }
    }

    private void cancelled(int lane, long callId) {
        if (LaneNumbers.isOfInitiator(LaneNumbers.batch(lane)) == initiator) {
            lanes.interruptNested(lane, callId);
            return;
        }
        ServerLane serving = served.lane(lane);
        if (serving != null) {
            serving.interrupt(callId);
        }
    }

    /** What the peer said when it closed the connection, or null. */
    ControlMessage.Goodbye farewell() {
        return farewell;
    }

    private int maxLanes() {
        return core.settings().maxLanes();
    }

    /** A lane is to be looked at. Any thread. */
    void rung(int lane) {
        try {
            if (LaneNumbers.isOfInitiator(LaneNumbers.batch(lane)) == initiator) {
                async.ring(lane);
            } else {
                ServerLane rung = served.lane(lane);
                if (rung != null) {
                    rung.ring();
                }
            }
        } catch (TransportException e) { // no thread
            giveUp(ControlMessage.Farewell.INTERNAL_ERROR, e.getMessage());
        }
    }

    /** Ends the connection, unless it has ended. Any thread. */
    void end(ConnectionEnd reason) {
        if (beginEnd(reason)) {
            completeEnd();
        }
    }

    /** Returns false if it has ended already. */
    private boolean beginEnd(ConnectionEnd reason) {
        if (!end.compareAndSet(null, reason)) {
            return false;
        }
        announceClosing(); // what has been sent, but not taken, is not to run for somebody who is gone
        opened.fail(lost(Long.MAX_VALUE, null, true));
        agreement.fail(lost(Long.MAX_VALUE, null, true));
        return true;
    }

    private void completeEnd() {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        peer.closeSocket();
        if (!core.monitor().execute(this::retire)) {
            retireNow();
        }
        core.ended(this, reason.loss() == Loss.DIED);
        watchers.forEach(this::runAtEnd);
    }

    @Override
    public Runnable onEnd(Consumer<? super Loss> action) {
        Runnable once = () -> action.accept(end.get().loss());
        watchers.add(once);
        if (isClosed()) { // after the add. Partner: end(), which has either seen it or left it to us
            runAtEnd(once);
        }
        return () -> watchers.remove(once);
    }

    private void runAtEnd(Runnable action) {
        if (!watchers.remove(action)) {
            return;
        }
        try {
            core.completions().execute(action);
        } catch (OutOfMemoryError e) { // no thread can be had, and the monitor's must not block in what others wrote
            if (core.isClosed()) {
                action.run(); // for the monitor's timers end with it
            } else {
                watchers.add(action);
                core.monitor().schedule(NO_THREAD_PAUSE_NS, () -> runAtEnd(action));
            }
        }
    }

    /** On the monitor's thread: withdraws the lanes, and when nobody is in them any more, gives everything back. */
    private void retire() {
        retire(FIRST_RETIRE_NS, true);
    }

    private void retire(long pauseNs, boolean interrupt) {
        boolean done = false;
        try {
            done = tryRetire(interrupt);
        } finally {
            if (!done) {
                core.monitor().schedule(pauseNs, () -> retire(Math.min(2 * pauseNs, LONGEST_RETIRE_NS), false));
            }
        }
    }

    private synchronized boolean tryRetire(boolean interrupt) {
        if (retired) {
            return true;
        }
        if (!(retireCalls() & served.retire(interrupt))) {
            return false;
        }
        retired = true;
        peer.closeProcess();
        references.close();
        opened.close();
        served.close();
        core.retired(this);
        return true;
    }

    /** Ends the waits of this side's calls; returns whether none is in its lane any more. Repeatable. */
    private synchronized boolean retireCalls() {
        return retired || lanes.retire() & async.retire();
    }

    /** The endpoint's monitor has ended: whoever closes the endpoint does what is left. */
    boolean retireNow() {
        return tryRetire(true);
    }

    /** From now on no call is started. The calls that run go on. */
    void announceClosing() {
        closing = true;
        // Partner: the fence of publishTaken in ServerLane.taken. After it no call is taken that Taken does not show.
        VarHandle.fullFence();
    }

    /** Whether a method runs for the peer. */
    boolean isCalled() {
        return served.isCalling();
    }

    /** Whether a method of that object is seen to run for the peer. */
    boolean isCalled(Object target) {
        return served.isCalling(target) || lanes.isCalling(target);
    }

    /**
     * Ends the calls that this side has made, as the endpoint is being closed; returns whether none is left. {@link #close}
     * is to follow: the peer, when it is told, interrupts their methods, whose answers are not to come first. Repeatable.
     */
    boolean endCalls() {
        if (beginEnd(new ConnectionEnd(Loss.CLOSED, true, false, ""))) {
            peer.stopListening();
        }
        return retireCalls();
    }

    /** Says goodbye and ends the connection, as the endpoint is closed. */
    void close() {
        endCalls();
        if (!ended.get()) {
            sayGoodbye(ControlMessage.Farewell.CLOSED, "");
            completeEnd();
        }
    }

    private void sayGoodbye(ControlMessage.Farewell reason, String text) {
        try {
            socket.send(new ControlMessage.Goodbye(reason, text, served.lastTaken()));
        } catch (OsException e) {
            LOG.log(Level.DEBUG, "No goodbye to {0}: {1}", describe(), e.getMessage());
        }
    }

    @Override
    public NearcallException broken(String fault) {
        protocolBroken(fault);
        return lost(Long.MAX_VALUE, null, false);
    }

    @Override
    public void protocolBroken(String fault) {
        giveUp(ControlMessage.Farewell.PROTOCOL_BREACH, fault);
    }

    @Override
    public void unanswered(String what, Throwable cause) {
        core.warn(what + " (called by process " + peerPid() + ")", cause);
    }

    /** Ends the connection, and tells the peer why. Any thread. */
    void giveUp(ControlMessage.Farewell reason, String fault) {
        if (end.get() == null) {
            core.warn("The connection with " + describe() + " is closed: " + fault);
            announceClosing(); // the peer may conclude from the goodbye that nothing more is taken
            sayGoodbye(reason, fault);
            end(new ConnectionEnd(Loss.BROKEN, false, false, fault));
        }
    }

    @Override
    public NearcallException lost(long callId, Channel channel, boolean incomplete) {
        ConnectionEnd reason = end.get();
        if (reason == null) {
            reason = new ConnectionEnd(Loss.BROKEN, false, false, "");
        }
        Outcome outcome = Outcome.MAY_HAVE_RUN;
        if (incomplete) {
            outcome = Outcome.NOT_SENT;
        } else if (reason.nothingMoreTaken() && channel != null && lastTaken(channel) < callId) {
            outcome = Outcome.NOT_STARTED;
        }
        if (reason.byUs()) {
            return new EndpointClosedException(outcome, core.settings().name());
        }
        return new ConnectionLostException(
                outcome, serviceNames, credentials.pid(), reason.loss(), reason.detail(), null);
    }

    /** The last call that the peer has taken from a lane, as far as that is known; otherwise as if all had been. */
    private long lastTaken(Channel lane) {
        if (lane.showsTaken()) {
            return lane.peerTaken();
        }
        ControlMessage.Goodbye said = farewell;
        if (said != null) {
            for (ControlMessage.Taken taken : said.lastTaken()) {
                if (opened.lane(taken.lane()) == lane) {
                    return taken.callId();
                }
            }
        }
        return Long.MAX_VALUE;
    }

    @Override
    public NewLanes openLanes(int count, ChannelMode mode, long timeoutNs) {
        if (isClosed()) {
            throw lost(Long.MAX_VALUE, null, true);
        }
        return opened.open(count, mode, timeoutNs);
    }

    @Override
    public void cancel(int laneId, long callId) {
        if (isClosed()) {
            return; // the peer gives up all our calls
        }
        try {
            // Whoever gives up is late already, and a peer that is stopped would be cut off for what it has not read.
            socket.offer(new ControlMessage.Cancel(laneId, callId));
        } catch (OsException e) {
            LOG.log(Level.DEBUG, "Call {0} is not cancelled: {1}", callId, e.getMessage());
        }
    }

    @Override
    public void drainLater() {
        if (draining.compareAndSet(false, true)) {
            core.monitor().schedule(DRAIN_NS, this::drain);
        }
    }

    private void drain() {
        draining.set(false);
        if (!isClosed() && lanes.drain()) {
            drainLater();
        }
    }

    LanePool lanes() {
        return lanes;
    }

    AsyncLanes async() {
        return async;
    }

    ClassAgreement agreement() {
        return agreement;
    }

    ClassTable classes() {
        return classes;
    }

    /** The doorbells of a batch of lanes. */
    Bells bells(int batch) {
        return new Bells(this, socket, core.monitor(), batch);
    }

    /** The mechanism that carries the lanes, as in an address. */
    String channel() {
        return channel;
    }

    UUID peerId() {
        return peerId;
    }

    boolean isInitiator() {
        return initiator;
    }

    @Override
    public LaneCodec newCodec() {
        return new LaneCodec(classes, throwables, references, LaneCodec.DEFAULT_MAX_DEPTH);
    }

    @Override
    public ThrowableCodec throwables(ClientInterface callee) {
        return core.interfaces().throwables(callee.type());
    }

    @Override
    public ThrowableCodec throwables(ExportedObject object) {
        return core.interfaces().throwables(object.type().type());
    }

    @Override
    public Credentials credentials() {
        return credentials;
    }

    @Override
    public long maxMessageBytes() {
        return maxMessageBytes;
    }

    @Override
    public Executor executor() {
        return core.settings().executor();
    }

    @Override
    public int maxCalls() {
        return core.settings().maxCalls();
    }

    @Override
    public LaneServer newServer(int laneId, Channel channel, LaneCaller caller) {
        return ServerLane.within(laneId, channel, this, caller);
    }

    @Override
    public LaneCaller newCaller(int laneId, Channel channel, LaneServer server) {
        return ClientLane.within(server, laneId, channel, this, executor() == null);
    }

    @Override
    public Object view(ReceivedReference reference, Class<?> type) {
        return references.view(reference, type);
    }

    @Override
    public Object view(int serviceObjectId, Class<?> type) {
        return references.view(serviceObjectId, type);
    }

    @Override
    public ConnectionReferences references() {
        return references;
    }

    @Override
    public ExportedObject reference(int id, int facet, boolean answered) {
        return references.callee(id, facet, answered);
    }

    @Override
    public ExportedObject object(int id) {
        return core.exports().get(id);
    }

    @Override
    public void execute(Runnable task) {
        core.completions().execute(task);
    }

    @Override
    public boolean isClosing() {
        return closing;
    }

    @Override
    public boolean isClosed() {
        return end.get() != null;
    }

    @Override
    public int peerPid() {
        return credentials.pid();
    }

    @Override
    public String serviceName() {
        return serviceNames;
    }

    /** One more service of the same endpoint is called through this connection. */
    synchronized void addServiceName(String name) {
        if (!List.of(serviceNames.split(", ")).contains(name)) {
            serviceNames += ", " + name;
        }
    }

    String describe() {
        return (serviceNames.isEmpty() ? "" : "\"" + serviceNames + "\" of ") + "process " + credentials.pid();
    }
}
