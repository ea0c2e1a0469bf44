// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.ConnectionLostException.Loss;
import io.nearcall.NearcallException;
import io.nearcall.TransportException;
import io.nearcall.internal.codec.ClassTable;
import io.nearcall.internal.codec.LaneCodec;
import io.nearcall.internal.codec.Patience;
import io.nearcall.internal.codec.RemoteObjects;
import io.nearcall.internal.codec.SpareCodecs;
import io.nearcall.internal.codec.ThrowableCodec;
import io.nearcall.internal.dispatch.FewThreads;
import io.nearcall.internal.dispatch.RuntimeThreads;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.log.Log;
import io.nearcall.internal.recording.ConnectionRecording;
import io.nearcall.internal.reference.ExportTable;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.internal.reference.ReceivedReference;
import io.nearcall.internal.statistics.ConnectionStatistics;
import io.nearcall.internal.waits.WaitCollector;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.internal.wire.Limits;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.os.Credentials;
import io.nearcall.ipc.os.OsException;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * A pair of endpoints that talk: one control socket, and the lanes that either side has opened. Begins when both have
 * sent their greetings. Ends once, for a reason that all its calls report.
 */
public final class Connection implements LaneConnection {

    /** For closing streams and other work at the end, which may be the application's code and may block. */
    private static final int CLOSING_THREADS = 4;

    private final EndpointCore core;
    private final ControlSocket socket;
    private final boolean initiator;
    private final UUID peerId;
    private final Counterpart counterpart;
    private final boolean ofThisHost; // read for each call
    private final Limits limits;
    private final Executor closings;
    private final PeerWatch peer;
    private final ClassAgreement agreement;
    private final ClassTable classes;
    private final ConnectionReferences references;
    private final SpareCodecs valueCodecs = new SpareCodecs(this::newValueCodec);
    private final ThrowableCodec throwables;
    private final ConnectionLanes lanes;
    private final ConnectionClosing closing;
    private final ConnectionStatistics statistics;
    private volatile ConnectionRecording recording; // null until a recording has been seen
    private final ControlDispatch dispatch;
    private volatile ExportTable exports; // the endpoint's, from the first call on
    private volatile String serviceNames;

    /**
     * Begins after the greetings.
     *
     * @param initiator whether this side connected
     * @param serviceName the service that was asked for when the connection was made
     */
    Connection(
            EndpointCore core,
            ControlSocket socket,
            boolean initiator,
            Counterpart counterpart,
            UUID peerId,
            Limits peerLimits,
            String serviceName) {
        this.core = core;
        this.socket = socket;
        this.closings = new FewThreads(this::executeElsewhere, CLOSING_THREADS);
        this.initiator = initiator;
        this.peerId = peerId;
        this.serviceNames = serviceName;
        this.limits = peerLimits.within(core.settings().maxMessageBytes());
        this.agreement = new ClassAgreement(this, socket, initiator, core.knownClasses());
        this.classes = new ClassTable(agreement);
        this.references = new ConnectionReferences(core, this, socket);
        this.throwables = core.interfaces().throwablesInValues().withValues(valueCodecs);
        this.counterpart = counterpart;
        this.ofThisHost = counterpart.link() == null;
        this.statistics = new ConnectionStatistics(core.statistics(), peerPid(), initiator, channel());
        this.lanes = new ConnectionLanes(core, this, socket, counterpart.lanes(core.channels()), peerLimits.lanes());
        this.peer = new PeerWatch(this, socket, counterpart, core.monitor()); // last, because it opens a descriptor
        this.closing = new ConnectionClosing(core, this, socket, peer, lanes);
        this.dispatch = new ControlDispatch(this, closing, core.settings().maxLanes());
    }

    /** Begins to watch the peer. Messages that came with its greeting are handled first. */
    void start() {
        peer.start();
    }

    /** On the monitor's thread. Takes over the descriptor. */
    void received(ControlMessage message, int descriptor) {
        dispatch.received(message, descriptor);
    }

    /** A doorbell has rung for a lane. Any thread. */
    void rung(int lane) {
        try {
            lanes.ring(lane);
        } catch (TransportException e) { // there is no thread for the lane
            giveUp(ControlMessage.Farewell.INTERNAL_ERROR, e.getMessage());
        }
    }

    /** Ends the connection, unless it has ended. Any thread. */
    void end(ConnectionEnd reason) {
        closing.end(reason);
    }

    /** Ends the connection, and tells the peer why. Any thread. */
    void giveUp(ControlMessage.Farewell reason, String fault) {
        closing.giveUp(reason, fault);
    }

    @Override
    public void protocolBroken(String fault) {
        giveUp(ControlMessage.Farewell.PROTOCOL_BREACH, fault);
    }

    @Override
    public NearcallException broken(String fault) {
        protocolBroken(fault);
        return lost(Long.MAX_VALUE, null, false);
    }

    @Override
    public NearcallException lost(long callId, Channel channel, boolean incomplete) {
        return closing.lost(callId, channel, incomplete);
    }

    @Override
    public Runnable onEnd(Consumer<? super Loss> action) {
        return closing.onEnd(action);
    }

    @Override
    public boolean isClosing() {
        return closing.announced;
    }

    @Override
    public boolean isClosed() {
        return closing.end != null;
    }

    @Override
    public void unanswered(String what, Throwable cause) {
        core.warn(what + " (called by process " + peerPid() + ")", cause);
    }

    @Override
    public NewLanes openLanes(int count, ChannelMode mode, long timeoutNs) {
        if (isClosed()) {
            throw lost(Long.MAX_VALUE, null, true);
        }
        return lanes.opened().open(count, mode, timeoutNs);
    }

    @Override
    public boolean cancel(int laneId, long callId) {
        if (isClosed()) {
            return true; // the peer gives up all our calls
        }
        try {
            // A call that is given up is late already, and a stopped peer would be cut off for what it has not read.
            return socket.offer(new ControlMessage.Cancel(laneId, callId));
        } catch (OsException e) {
            Log.get().log(Level.DEBUG, "The cancellation of call {0} could not be sent: {1}", callId, e.getMessage());
            return false;
        }
    }

    @Override
    public void drainLater() {
        lanes.drainLater();
    }

    /** As {@link PeerWatch#isProcess}. */
    boolean isPeerProcess(int process, Credentials said) {
        return peer.isProcess(process, said);
    }

    ConnectionLanes lanes() {
        return lanes;
    }

    ConnectionClosing closing() {
        return closing;
    }

    /** Closes streams and runs other work at the connection's end, on a few threads. */
    Executor closings() {
        return closings;
    }

    ClassAgreement agreement() {
        return agreement;
    }

    ClassTable classes() {
        return classes;
    }

    /** The doorbells of a batch of lanes. */
    Doorbells doorbells(int batch) {
        return new Doorbells(this, socket, core.monitor(), batch);
    }

    /** The mechanism that carries the lanes, as in an address. */
    @Override
    public String channel() {
        return counterpart.channel();
    }

    @Override
    public String principal() {
        return counterpart.principal();
    }

    Counterpart counterpart() {
        return counterpart;
    }

    UUID peerId() {
        return peerId;
    }

    boolean isInitiator() {
        return initiator;
    }

    @Override
    public LaneCodec newCodec(Patience patience) {
        return LaneCodec.of(classes, throwables, references, LaneCodec.DEFAULT_MAX_DEPTH, patience, limits.trees());
    }

    /** For values within an exception. They contain no exception with values of its own. */
    private LaneCodec newValueCodec() {
        return LaneCodec.of(
                classes,
                core.interfaces().throwablesInValues(),
                RemoteObjects.NONE,
                LaneCodec.DEFAULT_MAX_DEPTH,
                Patience.UNHURRIED,
                limits.trees());
    }

    @Override
    public ThrowableCodec throwables(Class<?> type) {
        return core.interfaces().describe(type).throwables().withValues(valueCodecs);
    }

    @Override
    public Credentials credentials() {
        return counterpart.credentials();
    }

    @Override
    public Limits limits() {
        return limits;
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
        ExportTable known = exports;
        if (known == null) {
            exports = known = core.exports();
        }
        ExportedObject found = known.get(id);
        return ofThisHost || counterpart.mayCall(found) ? found : null;
    }

    @Override
    public void execute(Runnable task) {
        core.completions().execute(task);
    }

    /** Once the endpoint is closed, its monitor runs no timers. Running the task here is better than never. */
    @Override
    public void executeElsewhere(Runnable task) {
        if (core.isClosed()) {
            RuntimeThreads.executeOrRun(core.completions(), task);
        } else {
            LaneConnection.super.executeElsewhere(task);
        }
    }

    @Override
    public void schedule(long delayNs, Runnable task) {
        core.monitor().schedule(delayNs, task);
    }

    @Override
    public ConnectionRecording recording() {
        ConnectionRecording known = recording;
        if (known == null && (known = core.recording().of(peerId, peerPid(), initiator, channel())) != null) {
            recording = known; // a race makes two that are equal
        }
        return known;
    }

    @Override
    public ConnectionRecording recordingAt(long nowNs) {
        core.recording().look(nowNs);
        return recording();
    }

    @Override
    public void waitsLong() {
        try {
            Connections.watchWaits();
        } catch (RuntimeException | Error e) {
            // There is no memory or no stack: the call goes on, and nobody looks for its waits.
        }
    }

    /** Collects the calls in progress, in both directions. */
    void tellWaits(WaitCollector waits) {
        String ids = initiator ? core.id() + " " + peerId : peerId + " " + core.id();
        lanes.tellWaits(waits.connection(ids + " " + channel(), initiator, peerPid()));
    }

    @Override
    public ConnectionStatistics statistics() {
        return statistics;
    }

    @Override
    public int peerPid() {
        return counterpart.credentials().pid();
    }

    @Override
    public String serviceName() {
        return serviceNames;
    }

    /** Adds a service of the same endpoint that is called through this connection. */
    synchronized void addServiceName(String name) {
        if (!List.of(serviceNames.split(", ")).contains(name)) {
            serviceNames += ", " + name;
        }
    }

    String describe() {
        return (serviceNames.isEmpty() ? "" : "\"" + serviceNames + "\" of ") + counterpart;
    }
}
