// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import io.nearcall.internal.wire.FrameFormat;

/** Steps that call in good order: the service, the objects that it has passed, and object 0. */
final class CallSteps {

    private final RawPeer peer;
    private final Choices choices;
    private final String service;
    private final LaneSteps lanes;

    CallSteps(RawPeer peer, Choices choices, String service, LaneSteps lanes) {
        this.peer = peer;
        this.choices = choices;
        this.service = service;
        this.lanes = lanes;
    }

    void bind() {
        RawLane lane = lanes.lane();
        if (lane == null) {
            return;
        }
        long id = ++lane.lastCall;
        lane.open.put(id, null);
        peer.message(lane, FrameFormat.CALL, Calls.bind(id, service));
        lanes.owed(lane);
    }

    void call() {
        RawLane lane = lanes.lane();
        if (lane == null) {
            return;
        }
        Calls call = Calls.values()[choices.below(Calls.values().length)];
        byte[][] expected = {null};
        Body body = call.arguments(choices, peer, expected);
        boolean references = body.hasReferences();
        body.home().forEach(id -> peer.sentHome.merge(id, 1, Integer::sum));
        boolean post = call.isOneWay() && lane.shared;
        boolean never = call.isFuture() && expected[0] == null;
        if (call.isFuture() && !lane.shared) {
            expected[0] = null; // runs, and is answered by an exception
            never = false;
        }
        int strand = lane.shared ? choices.below(3) << 16 : 0;
        peer.call(
                lane,
                post ? FrameFormat.POST : FrameFormat.CALL,
                Calls.DESK,
                call.number() | strand,
                body.toBytes(),
                references,
                peer.initiator ? expected[0] : null);
        if (never) {
            lane.notOwed(lane.lastCall); // nothing completes it
        }
    }

    void callReceived() {
        RawLane lane = lanes.lane();
        if (lane == null) {
            return;
        }
        int number = choices.next();
        int id = Calls.received(peer, number);
        boolean real = !peer.received.isEmpty();
        int method = choices.below(3);
        Body body = new Body();
        switch (choices.below(4)) {
            case 0 -> body.i32(number); // touch, or anything else
            case 1 -> body.i64(0).i64(number); // fetch
            case 2 -> body.i64(choices.wicked()).i64(choices.wicked());
            default -> {}
        }
        peer.lied |= !real;
        int facet = choices.lies() ? choices.below(16) << 12 : 0;
        // Which methods the object has is not known here, so any answer will do.
        peer.call(
                lane,
                lane.shared && choices.lies() ? FrameFormat.POST : FrameFormat.CALL,
                id,
                method | facet,
                body.toBytes(),
                false,
                null);
        if (lane.shared) {
            lane.notOwed(lane.lastCall); // a fetch may wait
        }
    }

    /** A method of object 0. */
    void binder() {
        RawLane lane = lanes.lane();
        if (lane == null) {
            return;
        }
        int method = choices.below(6);
        int id = Calls.received(peer, choices.next());
        Body body = new Body();
        switch (method) {
            case 0 ->
                body.strings(Calls.ITEM_CLASS, "java.lang.Thread", "[L" + Calls.ITEM_CLASS + ";")
                        .strings("remote interface", "record\nx int exact", choices.lies() ? "\n\n" : "array");
            case 1 ->
                body.string(choices.lies() ? "no-such" : service).string("X").strings("add (II)I (II)I", "add ()V ()V");
            case 2 ->
                body.i32(id).i32(choices.lies() ? (int) choices.wicked() : 0).strings(Calls.ITEM_METHODS);
            case 3 -> body.i32(id).string(choices.lies() ? "java.lang.Runnable" : Calls.ITEM_CLASS);
            case 5 ->
                body.i32(choices.lies() ? (int) choices.wicked() : Calls.DESK).string(Desk.class.getName());
            default -> {}
        }
        int strand = lane.shared ? choices.below(3) << 16 : 0;
        if (method == 0 && choices.lies()) {
            peer.lied = true;
            body.raw(choices.bytes(20));
        }
        peer.call(lane, FrameFormat.CALL, FrameFormat.BINDER_OBJECT_ID, method | strand, body.toBytes(), false, null);
    }
}
