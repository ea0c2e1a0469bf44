// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.TransportException;
import io.nearcall.internal.lane.IncomingLane;
import io.nearcall.internal.lane.LanePool;
import io.nearcall.internal.monitor.Monitor;
import io.nearcall.internal.pipeline.Pipeline;
import io.nearcall.internal.waits.ConnectionWaits;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.ipc.channel.CallProgress;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelProvider;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;

/** The lanes of a connection: this side's borrowed lanes and its shared one, and the peer's lanes. Any thread. */
final class ConnectionLanes {

    private static final long DRAIN_NS = 10_000_000;

    private final Connection connection;
    private final Monitor monitor;
    private final IntConsumer disposal;
    private final LanePool borrowed;
    private final Pipeline shared;
    private final OpenedBatches opened;
    private final ServedBatches served;
    private final AtomicBoolean draining = new AtomicBoolean();

    /** @param peerLanes how many lanes the peer lets this side open */
    ConnectionLanes(
            EndpointCore core, Connection connection, ControlSocket socket, ChannelProvider provider, int peerLanes) {
        this.connection = connection;
        this.monitor = core.monitor();
        int maxLanes = core.settings().maxLanes();
        this.borrowed = new LanePool(connection, Math.min(maxLanes, peerLanes));
        this.shared = new Pipeline(connection, core.laneThreads(), core.completions());
        this.disposal = core.disposal().new Share(connection::protocolBroken);
        this.opened = new OpenedBatches(connection, socket, provider, connection.isInitiator(), disposal);
        this.served = new ServedBatches(
                connection, socket, provider, core.laneThreads(), maxLanes, core.laneBudget().new Share(), disposal);
    }

    LanePool borrowed() {
        return borrowed;
    }

    Pipeline shared() {
        return shared;
    }

    /** Closes a descriptor that the peer has passed to no purpose; -1 if there is none. */
    void discard(int descriptor) {
        disposal.accept(descriptor);
    }

    OpenedBatches opened() {
        return opened;
    }

    ServedBatches served() {
        return served;
    }

    /** Whether this side may open a batch with that number. */
    boolean isOwnBatch(int batch) {
        return LaneNumbers.isOfInitiator(batch) == connection.isInitiator();
    }

    private boolean isOwn(int lane) {
        return isOwnBatch(LaneNumbers.batch(lane));
    }

    /**
     * A doorbell has rung for a lane.
     *
     * @throws TransportException if there is no thread for it
     */
    void ring(int lane) {
        if (isOwn(lane)) {
            shared.ring(lane);
            return;
        }
        IncomingLane rung = served.lane(lane);
        if (rung != null) {
            rung.ring();
        }
    }

    /** The peer has given up a call. */
    void interrupt(int lane, long callId) {
        if (isOwn(lane)) {
            borrowed.interruptNested(lane, callId);
            return;
        }
        IncomingLane serving = served.lane(lane);
        if (serving != null) {
            serving.interrupt(callId);
        }
    }

    /** Whether a method runs for the peer, or has not been answered yet. */
    boolean isCalled() {
        return served.isCalling();
    }

    /** Whether a method of that object is seen to run for the peer. */
    boolean isCalled(Object target) {
        return served.isCalling(target) || borrowed.isCalling(target);
    }

    /** Collects the calls in progress, in both directions. */
    void tellWaits(ConnectionWaits waits) {
        borrowed.tellWaits(waits);
        shared.tellWaits(waits);
        served.tellWaits(waits);
    }

    /** Checks all draining lanes from time to time until none is left. */
    void drainLater() {
        if (draining.compareAndSet(false, true)) {
            monitor.schedule(DRAIN_NS, this::drain);
        }
    }

    private void drain() {
        draining.set(false);
        if (!connection.isClosed() && (borrowed.drain() | shared.drain())) {
            drainLater();
        }
    }

    /** The last call that the peer has taken from a lane, if known; otherwise as if all calls had been taken. */
    long lastTaken(Channel lane, ControlMessage.Goodbye farewell) {
        CallProgress progress = lane.progress();
        if (progress.showsTaken()) {
            return progress.peerTaken();
        }
        List<ControlMessage.Taken> said = farewell == null ? List.of() : farewell.lastTaken();
        for (ControlMessage.Taken taken : said) {
            if (opened.lane(taken.lane()) == lane) {
                return taken.callId();
            }
        }
        return Long.MAX_VALUE;
    }

    /** Ends the waits of this side's calls; returns whether none is in its lane any more. By one thread, repeatable. */
    boolean retireCalls() {
        return borrowed.retire() & shared.retire();
    }

    /** Ends all waits and withdraws the lanes; returns whether no thread is in any lane. By one thread, repeatable. */
    boolean retire() {
        return retireCalls() & served.retire();
    }

    /** Gives up what would outlive this process. The connection has ended, and a thread may still be in a lane. */
    void abandon() {
        opened.abandon();
        served.abandon();
    }

    /** Unmaps everything. No thread may be in a lane any more, and no lane may be opened. */
    void close() {
        try {
            opened.close();
        } finally {
            served.close();
        }
    }
}
