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

/** The lanes of a connection: those that this side has opened, borrowed ones and the shared one, and those of the peer. Any thread. */
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

    /** @param peerLanes how many the peer lets this side open */
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

    /** Closes what the peer has passed to no purpose; -1 if there is nothing. */
    void discard(int descriptor) {
        disposal.accept(descriptor);
    }

    OpenedBatches opened() {
        return opened;
    }

    ServedBatches served() {
        return served;
    }

    /** Whether a batch of that number is this side's to open. */
    boolean isOwnBatch(int batch) {
        return LaneNumbers.isOfInitiator(batch) == connection.isInitiator();
    }

    private boolean isOwn(int lane) {
        return isOwnBatch(LaneNumbers.batch(lane));
    }

    /**
     * A lane is to be looked at.
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

    /** Whether a method runs for the peer. */
    boolean isCalled() {
        return served.isCalling();
    }

    /** Whether a method of that object is seen to run for the peer. */
    boolean isCalled(Object target) {
        return served.isCalling(target) || borrowed.isCalling(target);
    }

    /** Tells which calls are in progress, in both directions. */
    void tellWaits(ConnectionWaits waits) {
        borrowed.tellWaits(waits);
        shared.tellWaits(waits);
        served.tellWaits(waits);
    }

    /** Has all draining lanes looked at from time to time until none is left. */
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

    /** The last call that the peer has taken from a lane, as far as that is known; otherwise as if all had been. */
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

    /** Ends the waits of this side's calls; returns whether none is in its lane any more. One thread at a time, repeatable. */
    boolean retireCalls() {
        return borrowed.retire() & shared.retire();
    }

    /** Ends all waits, and withdraws the lanes; returns whether nobody is in any of them. One thread at a time, repeatable. */
    boolean retire() {
        return retireCalls() & served.retire();
    }

    /** Gives up what would outlive this process. The connection has ended, and somebody may still be in a lane. */
    void abandon() {
        opened.abandon();
        served.abandon();
    }

    /** Unmaps everything. Nobody may be in a lane any more, and none may be opened. */
    void close() {
        try {
            opened.close();
        } finally {
            served.close();
        }
    }
}
