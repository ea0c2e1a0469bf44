// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.hostile;

import io.nearcall.internal.wire.FrameFormat;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/** Payloads of frames, as no good peer makes them. */
public final class Frames {

    static final int METHODS = 7;

    private Frames() {}

    public static byte[] call(long id, int objectId, int method, byte[] arguments) {
        return ByteBuffer.allocate(FrameFormat.CALL_HEADER_LENGTH + arguments.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(id)
                .putInt(objectId)
                .putInt(method)
                .put(arguments)
                .array();
    }

    static byte[] answer(long callId, byte[] payload) {
        return ByteBuffer.allocate(FrameFormat.ANSWER_HEADER_LENGTH + payload.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(callId)
                .put(payload)
                .array();
    }

    /** The context before the arguments of a call: valid, cut off, or with false lengths. */
    static byte[] context(SplittableRandom random, long remainingNs) {
        byte[] pairs = new byte[random.nextInt(60)];
        random.nextBytes(pairs);
        if (random.nextBoolean()) { // lengths that are possible
            for (int at = 0; at + Short.BYTES < pairs.length; at += Short.BYTES + pairs[at]) {
                pairs[at] = (byte) random.nextInt(8);
                pairs[at + 1] = 0;
            }
        }
        int said = random.nextInt(4) == 0 ? random.nextInt(1 << Short.SIZE) : pairs.length;
        if (random.nextInt(8) == 0) {
            return repeatedContext();
        }
        return ByteBuffer.allocate(Long.BYTES + Short.BYTES + pairs.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(remainingNs)
                .putShort((short) said)
                .put(pairs)
                .array();
    }

    /** A context without a limit and without pairs. */
    static byte[] emptyContext() {
        return context((short) 0);
    }

    /** A context with the pairs of a call before. */
    static byte[] repeatedContext() {
        return context((short) 0xFFFF);
    }

    private static byte[] context(short length) {
        return ByteBuffer.allocate(Long.BYTES + Short.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(0)
                .putShort(length)
                .array();
    }

    /** Noise of up to 80 bytes that has, every other time, an object and a method which may exist. */
    static byte[] noise(SplittableRandom random) {
        byte[] payload = new byte[random.nextInt(80)];
        random.nextBytes(payload);
        if (random.nextBoolean() && payload.length >= FrameFormat.CALL_HEADER_LENGTH) {
            ByteBuffer header = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
            header.putInt(FrameFormat.OBJECT_ID_OFFSET, random.nextInt(3));
            header.putInt(FrameFormat.METHOD_OFFSET, random.nextInt(-1, METHODS + 2));
        }
        return payload;
    }
}
