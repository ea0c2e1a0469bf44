// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Memory;
import io.nearcall.ipc.segment.SegmentDescriptor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Steps that make lanes, valid or not, and wait for owed answers. */
final class LaneSteps {

    private static final int MOST_LANES = 20;
    private static final int MOST_LANES_AT_ONCE = 3;
    private static final int PAGE = 4096;
    private static final int FAULTS_OF_HALVES = 9;

    private final RawPeer peer;
    private final Choices choices;
    private final long boundNs;

    LaneSteps(RawPeer peer, Choices choices, long boundNs) {
        this.peer = peer;
        this.choices = choices;
        this.boundNs = boundNs;
    }

    void open() {
        boolean shared = choices.next() % 2 == 1;
        int count = shared ? 1 : 1 + choices.below(MOST_LANES_AT_ONCE);
        if (peer.lanes.size() + count > MOST_LANES) {
            return;
        }
        if (!choices.lies()) {
            openLanes(count, shared);
            return;
        }
        openWrongly(count, shared);
    }

    private void openLanes(int count, boolean shared) {
        int before = peer.lanes.size();
        boolean answered = peer.batches.open(count, shared, peer.halfSaid ? RawPeer.SHORT_NS : boundNs);
        if (peer.ended || peer.fault != null || peer.halfSaid) {
            return;
        }
        if (!answered) {
            peer.fault = "hung: LANES is not answered";
        } else if (peer.lanes.size() == before && !peer.lied && peer.initiator && !hasShared(shared)) {
            peer.fault = "an honest peer gets no lanes";
        }
    }

    private boolean hasShared(boolean shared) {
        return shared && peer.lanes.stream().anyMatch(lane -> lane.shared);
    }

    private void openWrongly(int count, boolean shared) {
        peer.lied = true;
        int batch = peer.batches.next;
        peer.batches.altered.add(batch);
        int kind = choices.below(FAULTS_OF_HALVES);
        LaneBatch half = peer.batches.half(batch, count, shared);
        int capacity = RawBatches.RING_CAPACITY;
        switch (kind) {
            case 0 ->
                peer.send(
                        new ControlMessage.Lanes(
                                (int) choices.wicked() & Integer.MAX_VALUE, count, capacity, shared, half.address()),
                        half.descriptor());
            case 1 ->
                peer.send(
                        new ControlMessage.Lanes(
                                batch, (int) choices.wicked() & Integer.MAX_VALUE, capacity, shared, half.address()),
                        half.descriptor());
            case 2 ->
                peer.send(
                        new ControlMessage.Lanes(
                                batch, count, (int) choices.wicked() & Integer.MAX_VALUE, shared, half.address()),
                        half.descriptor());
            case 3 ->
                peer.send(new ControlMessage.Lanes(batch, count, capacity, !shared, half.address()), half.descriptor());
            case 4 ->
                peer.send(new ControlMessage.Lanes(
                        batch,
                        count,
                        capacity,
                        shared,
                        "." + peer.scheme + "-" + new String(choices.bytes(30), StandardCharsets.ISO_8859_1)));
            case 5 -> memfd(batch, count, shared, half);
            case 6 -> {
                for (int i = 0; i < 2; i++) { // the same twice
                    peer.send(
                            new ControlMessage.Lanes(batch, count, capacity, shared, half.address()),
                            half.descriptor());
                }
            }
            case 7 -> {
                peer.send(new ControlMessage.Lanes(batch, count, capacity, shared, half.address()), half.descriptor());
                peer.end(); // before the answer
            }
            default -> peer.send(new ControlMessage.LanesReady(choices.next(), count, capacity, "." + choices.next()));
        }
        peer.batches.next += 2;
    }

    /** A memfd other than announced: shorter, longer, not sealed, or with another header. */
    private void memfd(int batch, int count, boolean shared, LaneBatch half) {
        int how = choices.next();
        long length = (how & 1) == 0
                ? Memory.length(half.descriptor() < 0 ? 0 : half.descriptor())
                : (long) PAGE * choices.next();
        if (half.descriptor() < 0 || length == 0) {
            return;
        }
        int fd = Memory.memfd("altered", length);
        try {
            if ((how & 2) == 0) {
                Memory.allocate(fd, length);
            }
            long address = Memory.map(fd, 0, Math.min(length, PAGE), true);
            ByteBuffer header = Memory.buffer(address, PAGE).order(ByteOrder.LITTLE_ENDIAN);
            header.putLong(0, SegmentDescriptor.MAGIC).putInt(8, 1).putInt(12, count);
            header.putInt(16, RawBatches.RING_CAPACITY)
                    .putInt(20, shared ? 64 : 16_384)
                    .putInt(24, batch);
            if ((how & 8) != 0) {
                header.putInt(choices.below(8) * Integer.BYTES, (int) choices.wicked());
            }
            Memory.unmap(address, PAGE);
            if ((how & 4) == 0) {
                Memory.seal(fd);
            }
            peer.send(new ControlMessage.Lanes(batch, count, RawBatches.RING_CAPACITY, shared, ""), fd);
        } finally {
            Descriptors.close(fd);
        }
    }

    /**
     * A lane of this side on which a message may begin. Waits for its open calls if necessary. Null if there is none.
     */
    RawLane lane() {
        if (peer.lanes.isEmpty()) {
            openLanes(1, choices.next() % 2 == 1);
        }
        if (peer.lanes.isEmpty()) {
            return null;
        }
        RawLane lane = peer.lanes.get(choices.below(peer.lanes.size()));
        if (lane.number / RawBatches.LANES_PER_BATCH % 2 == (peer.initiator ? 1 : 0)) {
            return null; // the other side's, on which it calls
        }
        if (!lane.shared && !lane.open.isEmpty()) {
            owed(lane);
        }
        return lane.isMyTurn() && !lane.altered ? lane : null;
    }

    /** Waits for the answers of a lane, or for the end. */
    void owed(RawLane lane) {
        boolean owing = !lane.altered && !peer.stalling && !lane.incomplete && !lane.deaf;
        boolean done = peer.await(
                () -> lane.open.isEmpty() || owing && (peer.stalling || lane.altered),
                owing ? boundNs : RawPeer.SHORT_NS);
        if (!done && owing && !peer.stalling && !peer.ended && peer.fault == null && !lane.altered) {
            peer.fault =
                    "hung: lane " + lane.number + " over " + peer.scheme + " owes answers to " + lane.open.keySet();
        }
    }

    /** Waits for a lane's owed answers, continues a message on it, or stops reading it. */
    void settle() {
        if (peer.lanes.isEmpty()) {
            return;
        }
        RawLane lane = peer.lanes.get(choices.below(peer.lanes.size()));
        if (lane.altered) {
            goOn(lane);
        } else if (choices.lies()) {
            lane.deaf = true;
            peer.stalling = true;
        } else {
            owed(lane);
        }
    }

    /** Calls on a lane on which something was altered, as if nothing were wrong. */
    private void goOn(RawLane lane) {
        lane.open.clear();
        lane.incomplete = false;
        peer.message(lane, FrameFormat.CALL, Calls.add(++lane.lastCall, 3, 4));
    }
}
