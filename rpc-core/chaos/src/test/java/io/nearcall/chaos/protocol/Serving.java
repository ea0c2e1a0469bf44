// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.internal.wire.ReferenceList;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** What a {@link RawPeer} does with the messages of its lanes: answers to its calls, and calls of the service. */
final class Serving {

    /** Objects of this side with ids below are listeners, the others streams of numbers. */
    static final int FIRST_STREAM = ReferenceList.FIRST_REFERENCE_ID + 256;

    private static final int CLASS_OF_INTEGERS = 4;
    private static final int CLASS_OF_ELEMENTS = 98;
    private static final int AGREE = 0;
    private static final int BIND = 1;
    private static final int BIND_REFERENCE = 2;
    private static final int FACET = 3;
    private static final int STREAM_LENGTH = 5;
    private static final int MOST_METHODS = 64;
    private static final int CALL_BACKS = 3;

    private final RawPeer peer;
    private final List<String> listenerMethods = new ArrayList<>();
    private final Map<RawLane, Runnable> afterCallBack = new HashMap<>();
    private int callBacks;

    Serving(RawPeer peer) {
        this.peer = peer;
    }

    void received(RawLane lane, RawLane.Message message) {
        switch (message.type()) {
            case FrameFormat.CALL, FrameFormat.POST -> serve(lane, message);
            case FrameFormat.RESULT, FrameFormat.EXCEPTION, FrameFormat.FAILURE, FrameFormat.ABORT -> {
                Runnable then = afterCallBack.remove(lane);
                if (then != null) {
                    then.run();
                } else {
                    peer.answered(lane, message);
                }
            }
            default ->
                peer.fault = "a message of type " + message.type() + " from the service on lane " + lane.number
                        + " over " + peer.scheme + (lane.altered ? ", altered" : "") + ": "
                        + HexFormat.of().formatHex(message.body());
        }
    }

    private void serve(RawLane lane, RawLane.Message call) {
        ByteBuffer body = call.buffer();
        if (body.remaining() < FrameFormat.CALL_HEADER_LENGTH) {
            peer.fault = "a call of " + body.remaining() + " bytes";
            return;
        }
        long id = body.getLong();
        int object = body.getInt();
        int method = lane.shared ? FrameFormat.method(body.getInt()) : body.getInt();
        if (call.type() == FrameFormat.POST) {
            return;
        }
        Runnable answer = () -> answer(lane, id, object, method, body);
        if (peer.manner.calls == Manner.CALL_BACK && !lane.shared && object != 0 && callBacks < CALL_BACKS) {
            callBacks++;
            afterCallBack.put(lane, answer);
            peer.message(lane, FrameFormat.CALL, Calls.add(1_000_000 + callBacks, 1, 2));
            return;
        }
        answer.run();
    }

    private void answer(RawLane lane, long id, int object, int method, ByteBuffer arguments) {
        Body result = new Body().i64(id);
        if (object == FrameFormat.BINDER_OBJECT_ID && (peer.initiator || peer.manner.calls < Manner.LIE)) {
            binder(result, method, arguments);
            peer.message(lane, FrameFormat.RESULT, result.toBytes());
            return;
        }
        switch (peer.manner.calls) {
            case Manner.REFUSE -> {
                result.i32(Math.floorMod(peer.manner.lie.length, 14)).string("").string("");
                peer.message(lane, FrameFormat.FAILURE, result.toBytes());
            }
            case Manner.IGNORE -> peer.stalling = true;
            case Manner.LIE -> {
                liesOn(lane);
                peer.message(
                        lane, FrameFormat.RESULT, result.raw(peer.manner.lie).toBytes());
            }
            case Manner.ABORT -> {
                liesOn(lane);
                peer.message(lane, FrameFormat.ABORT, result.toBytes());
            }
            case Manner.WRONG_ID -> {
                liesOn(lane);
                peer.message(
                        lane, FrameFormat.RESULT, new Body().i64(id + 1).i32(1).toBytes());
            }
            case Manner.THROW -> {
                result.varint(1)
                        .string("java.io.IOException")
                        .string("no")
                        .string("no")
                        .varint(0);
                result.varint(0).varint(0).varint(0).varint(0);
                peer.message(lane, FrameFormat.EXCEPTION, result.toBytes());
            }
            default -> {
                honest(result, object, method, arguments);
                int flags = result.hasReferences() ? FrameFormat.REFERENCES : 0;
                peer.message(lane, FrameFormat.RESULT | flags, result.toBytes());
            }
        }
    }

    private void liesOn(RawLane lane) {
        peer.lied = true;
        lane.altered = true;
    }

    private void binder(Body result, int method, ByteBuffer arguments) {
        switch (method) {
            case AGREE -> {
                List<String> names = strings(arguments);
                result.varint(1).varint(names.size());
                names.forEach(name -> result.string(""));
            }
            case BIND -> {
                string(arguments);
                string(arguments);
                List<String> texts = strings(arguments);
                result.varint(1).varint(texts.size() + 1).i32(Calls.DESK);
                texts.forEach(text -> result.i32(Calls.numberOf(text)));
            }
            case BIND_REFERENCE -> {
                arguments.getInt();
                arguments.getInt();
                List<String> names = strings(arguments);
                listenerMethods.clear();
                listenerMethods.addAll(names);
                result.varint(1).varint(names.size());
                for (int i = 0; i < names.size(); i++) {
                    result.i32(i);
                }
            }
            case FACET -> result.i32(-1);
            default -> result.varint(0);
        }
    }

    private static List<String> strings(ByteBuffer from) {
        List<String> texts = new ArrayList<>();
        if (varint(from) == 1) {
            int count = Math.min(MOST_METHODS, varint(from));
            for (int i = 0; i < count; i++) {
                texts.add(string(from));
            }
        }
        return texts;
    }

    private static String string(ByteBuffer from) {
        byte[] text = new byte[Math.max(0, (varint(from) >> 1) - 1)];
        from.get(text);
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    private static int varint(ByteBuffer from) {
        int value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = from.get();
            value |= (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    private void honest(Body result, int object, int method, ByteBuffer arguments) {
        if (object >= FIRST_STREAM) {
            long position = arguments.getLong();
            long demand = arguments.remaining() >= Long.BYTES ? arguments.getLong() : Long.MAX_VALUE;
            result.varint(CLASS_OF_ELEMENTS + 1);
            for (long at = position; at < Math.min(STREAM_LENGTH, demand); at++) {
                result.u8(1).varint(CLASS_OF_INTEGERS + 1).varint((int) at << 1);
            }
            result.u8(0).u8(demand >= STREAM_LENGTH ? 1 : 0);
            return;
        }
        if (!peer.initiator && object == Calls.DESK) {
            Calls.ofNumber(method).answer(result, arguments);
            return;
        }
        String name = method < listenerMethods.size() ? listenerMethods.get(method) : "";
        if (name.startsWith("told ")) {
            result.i32(arguments.getInt());
        } else if (name.startsWith("toldLater ")) {
            result.varint(CLASS_OF_INTEGERS + 1).varint(0);
        }
    }
}
