// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.segment.SegmentDescriptor;
import io.nearcall.ipc.segment.Words;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Steps that alter one part of a lane's content. */
final class AlteredSteps {

    private static final int MOST_PIECES = 4;

    private final RawPeer peer;
    private final Choices choices;
    private final LaneSteps lanes;

    AlteredSteps(RawPeer peer, Choices choices, LaneSteps lanes) {
        this.peer = peer;
        this.choices = choices;
        this.lanes = lanes;
    }

    /** A call with one alteration, whole or in pieces. */
    void alteredCall() {
        RawLane lane = lanes.lane();
        if (lane == null) {
            return;
        }
        Calls call = Calls.values()[choices.below(Calls.values().length)];
        byte[] arguments = call.arguments(choices, peer, new byte[1][]).toBytes();
        byte[] payload = new Body()
                .i64(++lane.lastCall)
                .i32(Calls.DESK)
                .i32(call.number())
                .raw(arguments)
                .toBytes();
        int flags = FrameFormat.CALL;
        peer.lied = true;
        lane.altered = true;
        switch (choices.below(10)) {
            case 0 -> payload = Arrays.copyOf(payload, choices.next() % (payload.length + 1));
            case 1 -> payload[choices.next() % payload.length] = (byte) choices.next();
            case 2 -> payload = new Body().raw(payload).raw(choices.bytes(64)).toBytes();
            case 3 -> put(payload, choices.next() % payload.length, choices.wicked());
            case 4 -> flags = choices.next();
            case 5 -> { // a false list
                flags |= FrameFormat.REFERENCES;
                Body body = new Body().raw(payload);
                int count = choices.below(4);
                for (int i = 0; i < count; i++) {
                    int id = Calls.received(peer, choices.next());
                    body.i32(choices.lies() ? (int) choices.wicked() : choices.next() % 2 == 0 ? id : ~id);
                }
                payload = body.i32(choices.lies() ? (int) choices.wicked() : count)
                        .toBytes();
            }
            case 6 -> { // the context
                flags |= FrameFormat.CONTEXT;
                byte[] pairs = choices.bytes(40);
                long remainingNs = choices.lies() ? choices.wicked() : 1_000_000L * choices.next();
                int length = choices.lies() ? choices.next() : pairs.length;
                payload = new Body()
                        .raw(Arrays.copyOf(payload, 16))
                        .i64(remainingNs)
                        .u8(length)
                        .u8(length == 0xFF ? length : 0) // the pairs of a call before, which has had none
                        .raw(pairs)
                        .raw(arguments)
                        .toBytes();
            }
            case 7 -> put(payload, 0, choices.wicked()); // the call's id
            case 8 -> putInt(payload, 8, (int) choices.wicked());
            default -> putInt(payload, 12, (int) choices.wicked());
        }
        if (choices.lies()) {
            pieces(lane, flags, payload);
        } else {
            peer.message(lane, flags, payload);
        }
    }

    /** In frames of a few bytes each. The last one may be missing or an ABORT. */
    private void pieces(RawLane lane, int flags, byte[] payload) {
        int parts = 1 + choices.below(MOST_PIECES);
        int length = payload.length / parts;
        for (int i = 0; i < parts; i++) {
            if (!lane.send(flags | Channel.MORE, payload, i * length, (i + 1) * length)) {
                return;
            }
        }
        switch (choices.below(3)) {
            case 0 -> lane.send(flags, payload, parts * length, payload.length);
            case 1 -> lane.send(FrameFormat.ABORT, payload, 0, 0);
            default -> peer.stalling = true;
        }
    }

    private static void put(byte[] payload, int at, long value) {
        for (int i = 0; i < Long.BYTES && at + i < payload.length; i++) {
            payload[at + i] = (byte) (value >>> i * Byte.SIZE);
        }
    }

    private static void putInt(byte[] payload, int at, int value) {
        for (int i = 0; i < Integer.BYTES && at + i < payload.length; i++) {
            payload[at + i] = (byte) (value >>> i * Byte.SIZE);
        }
    }

    /**
     * A false word of shared memory: positions, sleepers, taken and done calls; or a false header, over any channel.
     */
    void words() {
        if (peer.lanes.isEmpty()) {
            return;
        }
        RawLane lane = peer.lanes.get(choices.below(peer.lanes.size()));
        ByteBuffer control = lane.own == null ? null : lane.own.control();
        int index = lane.number % RawBatches.LANES_PER_BATCH;
        long value = choices.wicked();
        peer.lied = true;
        lane.altered = true;
        peer.stalling = true;
        switch (control == null ? 5 : choices.below(6)) {
            case 0 -> Words.putIntVolatile(control, SegmentDescriptor.frameSleeperIndex(index), (int) value);
            case 1 -> Words.putIntVolatile(control, SegmentDescriptor.spaceSleeperIndex(index), (int) value);
            case 2 -> Words.putLongRelease(control, SegmentDescriptor.consumerPositionIndex(index), value);
            case 3 -> Words.putLongRelease(control, SegmentDescriptor.takenCallIndex(index), value);
            case 4 -> Words.putLongRelease(control, SegmentDescriptor.doneCallIndex(index), value);
            default -> {
                lane.putHeader(choices.lies() ? value : lane.header(value));
                peer.send(new ControlMessage.Doorbell(lane.number));
            }
        }
    }

    /** A frame of any flags and content. */
    void rawFrame() {
        if (peer.lanes.isEmpty()) {
            return;
        }
        RawLane lane = peer.lanes.get(choices.below(peer.lanes.size()));
        peer.lied = true;
        lane.altered = true;
        int flags = choices.next();
        byte[] payload = choices.bytes(64);
        peer.stalling |= (flags & Channel.MORE) != 0;
        if (lane.shared || lane.open.isEmpty()) {
            lane.send(flags, payload, 0, payload.length);
        }
    }
}
