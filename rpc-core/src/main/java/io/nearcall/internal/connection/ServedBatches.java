// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.dispatch.Ticket;
import io.nearcall.internal.lane.BorrowedLane;
import io.nearcall.internal.lane.IncomingLane;
import io.nearcall.internal.lane.LaneStates;
import io.nearcall.internal.pipeline.IncomingPipeline;
import io.nearcall.internal.waits.ConnectionWaits;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.ChannelProvider;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.OsException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.IntConsumer;

/**
 * The batches of lanes that the peer has opened to call us. {@link #lane}, {@link #states} and {@link #isCalling}: any
 * thread. The rest: the monitor's thread, or the closing thread once the monitor has ended.
 */
final class ServedBatches {

    /** A peer may open the shared lane besides its borrowed lanes. */
    private static final int SHARED_LANES = 1;

    /** A peer that listens is reached at once, unless the system is busy or strangers are in the way. */
    private static final long CONNECT_NS = 100_000_000;

    private static final long FIRST_PAUSE_NS = 1_000_000;

    /* Nothing here waits, because all other connections would wait too. A half that cannot be connected at once is
     * tried again a few times. Until then its lanes count, and its number is taken. */

    /** One of our halves that is being connected. */
    private record Opening(
            ControlMessage.Lanes offer, LaneBatch half, int descriptor, Doorbells doorbells, long deadlineNs) {}

    private final Connection connection;
    private final ControlSocket socket;
    private final ChannelProvider provider;
    private final Executor threads;
    private final int maxLanes;
    private final LaneBudget.Share share;
    private final IntConsumer disposal;
    private final List<LaneBatch> batches = new ArrayList<>();
    private final List<Doorbells> allDoorbells = new ArrayList<>();
    private final Map<Integer, Opening> openings = new HashMap<>();
    private final Map<Integer, IncomingLane> lanes = new ConcurrentHashMap<>();

    ServedBatches(
            Connection connection,
            ControlSocket socket,
            ChannelProvider provider,
            Executor threads,
            int maxLanes,
            LaneBudget.Share share,
            IntConsumer disposal) {
        this.connection = connection;
        this.socket = socket;
        this.provider = provider;
        this.threads = threads;
        this.maxLanes = maxLanes;
        this.share = share;
        this.disposal = disposal;
    }

    /** Makes our half of a batch after the peer has made its half. Takes over the descriptor, -1 if there is none. */
    void accept(ControlMessage.Lanes offer, int descriptor) {
        LaneBatch half = null;
        try {
            half = isPossible(offer) ? open(offer) : null;
        } finally {
            if (half == null) {
                disposal.accept(descriptor);
            }
        }
        if (half != null) {
            Doorbells doorbells = connection.doorbells(offer.batch());
            allDoorbells.add(doorbells);
            Opening opening = new Opening(offer, half, descriptor, doorbells, System.nanoTime() + CONNECT_NS);
            openings.put(offer.batch(), opening);
            connect(opening, FIRST_PAUSE_NS);
        }
    }

    private boolean isPossible(ControlMessage.Lanes offer) {
        if (!LaneNumbers.isBatch(offer.batch())
                || lanes.containsKey(LaneNumbers.first(offer.batch()))
                || openings.containsKey(offer.batch())) {
            connection.protocolBroken(
                    "it offered batch " + offer.batch() + ", which exists already or is no valid number");
            return false;
        }
        int room = maxLanes + SHARED_LANES - lanes.size();
        for (Opening each : openings.values()) {
            room -= each.offer.laneCount();
        }
        room = Math.min(room, LaneNumbers.LANES_PER_BATCH);
        if (offer.laneCount() > room || offer.laneCount() < 1) {
            refuse(offer, "a connection has at most " + maxLanes + " lanes");
            return false;
        }
        if (offer.ringCapacity() != Settings.RING_CAPACITY) {
            refuse(offer, "ringCapacity=" + offer.ringCapacity() + ", must be " + Settings.RING_CAPACITY);
            return false;
        }
        return true;
    }

    private static ChannelMode mode(ControlMessage.Lanes offer) {
        return offer.fullDuplex() ? ChannelMode.STREAMING : ChannelMode.TURN_TAKING;
    }

    /** Opens our half; null if it is refused. */
    private LaneBatch open(ControlMessage.Lanes offer) {
        if (!share.tryTake(offer.laneCount(), offer.fullDuplex())) {
            refuse(offer, "the connections of the endpoint already have " + LaneBudget.LANES + " lanes, its limit");
            return null;
        }
        LaneBatch half = null;
        try {
            half = provider.open(offer.batch(), offer.laneCount(), offer.ringCapacity(), mode(offer));
        } catch (OsException | UncheckedIOException e) {
            refuse(offer, e.getMessage());
        } finally {
            if (half == null) {
                share.giveBack(offer.laneCount(), offer.fullDuplex());
            }
        }
        return half;
    }

    private void connect(Opening opening, long pauseNs) {
        ControlMessage.Lanes offer = opening.offer;
        boolean connected = false;
        boolean kept = false;
        try {
            Channel[] channels = opening.half.tryConnect(opening.descriptor, offer.address(), opening.doorbells);
            if (channels != null) {
                connected = true;
                openings.remove(offer.batch());
                if (opening.descriptor >= 0) {
                    Host.current().close(opening.descriptor);
                }
                serve(offer, opening.half, channels);
                kept = true;
            } else if (opening.deadlineNs - System.nanoTime() > 0) {
                connection.schedule(pauseNs, () -> connectLater(opening, 2 * pauseNs));
                kept = true;
            } else {
                refuse(offer, "no connection was accepted at the address of the lanes within 100 ms");
            }
        } catch (PeerFault e) {
            connection.protocolBroken(e.getMessage());
        } catch (OsException | UncheckedIOException e) {
            refuse(offer, e.getMessage());
        } finally {
            if (!kept) {
                drop(opening, connected ? Host.NO_DESCRIPTOR : opening.descriptor);
            }
        }
    }

    private void connectLater(Opening opening, long pauseNs) {
        if (openings.get(opening.offer.batch()) != opening) {
            return; // all has been closed
        }
        if (connection.isClosed()) {
            drop(opening, opening.descriptor);
            return;
        }
        try {
            connect(opening, pauseNs);
        } catch (OsException e) { // a refusal cannot be sent, and the peer would wait for lanes forever
            connection.giveUp(ControlMessage.Farewell.INTERNAL_ERROR, e.getMessage());
        }
    }

    /** Gives up what this side has made for the opening, and the peer's descriptor if it is still open. */
    private void drop(Opening opening, int descriptor) {
        openings.remove(opening.offer.batch());
        opening.doorbells.close(); // before the descriptors that they watch, whose numbers will be reused
        allDoorbells.remove(opening.doorbells);
        opening.half.close();
        share.giveBack(opening.offer.laneCount(), opening.offer.fullDuplex());
        disposal.accept(descriptor);
    }

    private void serve(ControlMessage.Lanes offer, LaneBatch half, Channel[] channels) {
        int first = LaneNumbers.first(offer.batch());
        boolean sent = false;
        try {
            for (int i = 0; i < channels.length; i++) {
                // The lane is at rest before the peer knows of it, so its first frame rings the doorbell.
                lanes.put(first + i, lane(first + i, channels[i], offer.fullDuplex()));
            }
            ControlMessage ready = new ControlMessage.LanesReady(
                    offer.batch(), offer.laneCount(), offer.ringCapacity(), half.address());
            sent = socket.send(ready, half.descriptor());
            half.descriptorPassed();
            batches.add(half);
            sent = true; // if not sent, the connection has ended, which retires the lanes like all others
        } finally {
            for (int i = 0; i < channels.length && !sent; i++) {
                lanes.remove(first + i);
            }
        }
    }

    private IncomingLane lane(int number, Channel channel, boolean shared) {
        if (shared) {
            return new IncomingPipeline(number, channel, connection, threads);
        }
        return new BorrowedLane(number, channel, connection, threads);
    }

    private void refuse(ControlMessage.Lanes offer, String reason) {
        socket.send(new ControlMessage.LanesRefused(offer.batch(), reason));
    }

    /** The lane with that number, or null. */
    IncomingLane lane(int number) {
        return lanes.get(number);
    }

    /** Ends all waits and withdraws the lanes; returns whether no thread is in any and no method runs. Repeatable. */
    boolean retire() {
        boolean retired = true;
        for (IncomingLane lane : lanes.values()) {
            retired &= lane.retire();
        }
        return retired;
    }

    /** Whether {@link #withdrawCalls} has anything to do. */
    boolean hasCalls() {
        return lanes.values().stream().anyMatch(IncomingLane::hasCalls);
    }

    /** Takes back calls that have not begun, and interrupts running methods. May block. Any thread, repeatable. */
    void withdrawCalls() {
        withdrawWaiting();
        // After all of them, because an interrupted thread of the executor goes on with the next task in its queue.
        lanes.values().forEach(IncomingLane::interruptCalls);
    }

    /** Takes back calls that have not begun, as the connection has ended or is about to. Any thread, repeatable. */
    void withdrawWaiting() {
        boolean queued = false;
        for (IncomingLane lane : lanes.values()) {
            queued |= lane.withdrawCalls();
        }
        if (queued) {
            Ticket.unqueueWithdrawn(connection.executor());
        }
    }

    /**
     * The last call taken from each lane whose channel does not show it to the peer, for a goodbye. To be called after
     * the announcement that nothing more is taken.
     */
    List<ControlMessage.Taken> lastTaken() {
        return lanes.entrySet().stream()
                .filter(lane -> lane.getValue().hidesTaken())
                .limit(ControlMessage.MAX_TAKEN)
                .map(lane ->
                        new ControlMessage.Taken(lane.getKey(), lane.getValue().lastTaken()))
                .toList();
    }

    /** A number that grows with each call that is taken. */
    long taken() {
        return lanes.values().stream().mapToLong(IncomingLane::lastTaken).sum();
    }

    /** Collects the calls in progress on the lanes. */
    void tellWaits(ConnectionWaits waits) {
        lanes.values().forEach(lane -> lane.tellWaits(waits));
    }

    /** How many lanes for calls that wait for their answer are busy or idle at this moment, more or less. */
    LaneStates states() {
        int idle = 0;
        int busy = 0;
        for (IncomingLane lane : lanes.values()) {
            if (lane instanceof BorrowedLane && lane.isCalling()) {
                busy++;
            } else if (lane instanceof BorrowedLane) {
                idle++;
            }
        }
        return new LaneStates(idle, busy, 0);
    }

    /** Whether a method of any lane runs. */
    boolean isCalling() {
        return lanes.values().stream().anyMatch(IncomingLane::isCalling);
    }

    /** Whether a method of that object runs on any lane, as far as can be seen. */
    boolean isCalling(Object target) {
        return lanes.values().stream().anyMatch(lane -> lane.isCalling(target));
    }

    /** Gives up what would outlive this process. */
    void abandon() {
        batches.forEach(LaneBatch::abandon);
    }

    /** Unmaps everything. No thread may be in a lane any more. */
    void close() {
        for (Opening opening : List.copyOf(openings.values())) {
            drop(opening, opening.descriptor);
        }
        allDoorbells.forEach(Doorbells::close);
        try {
            OpenedBatches.closeAll(batches);
        } finally {
            lanes.clear();
            share.close();
        }
    }
}
