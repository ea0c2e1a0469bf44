// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.segment.Segment;
import io.nearcall.ipc.segment.Words;
import io.nearcall.ipc.stream.LaneSink;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** One lane of a {@link RawPeer}: sends frames as they are given to it, and puts those that come together. One thread. */
final class RawLane {

    private static final int HEADER_LENGTH = 8;

    final int number;
    final boolean shared;
    final Channel channel;
    /** What this side writes; null if the channel is no shared memory. */
    final Segment own;

    /** What is expected of the answer to each call that has none yet: the payload of its RESULT, null if anything. */
    final Map<Long, byte[]> open = new HashMap<>();

    /** Calls that may be answered or not. */
    private final Set<Long> notOwed = new HashSet<>();

    long lastCall;
    /** Something invalid was written here: nothing more is expected of this lane. */
    boolean altered;
    /** A message has begun and not ended. */
    boolean incomplete;
    /** Frames that come are left where they are. */
    boolean deaf;

    private long sent;

    private final ByteArrayOutputStream incoming = new ByteArrayOutputStream();

    RawLane(int number, boolean shared, Channel channel, Segment own) {
        this.number = number;
        this.shared = shared;
        this.channel = channel;
        this.own = own;
    }

    /** The memory that this side of a batch writes. */
    static Segment segment(LaneBatch batch) {
        return (Segment) field(batch, "own");
    }

    /** Reads a field that valid peers do not need. */
    private static Object field(Object of, String name) {
        try {
            Field field = of.getClass().getDeclaredField(name);
            field.setAccessible(true);
            return field.get(of);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Nobody need answer that call. */
    void notOwed(long call) {
        open.remove(call);
        notOwed.add(call);
    }

    /** Whether an answer to that call may come. */
    boolean isExpected(long call) {
        return open.containsKey(call) || notOwed.remove(call);
    }

    /** Whether a message may begin in valid order. */
    boolean isMyTurn() {
        return !incomplete && (shared || open.isEmpty());
    }

    /** Sends one frame. Returns false if there is no room for it. */
    boolean send(int flags, byte[] payload, int from, int to) {
        int at = channel.claim();
        if (at < 0) {
            return false;
        }
        int length = Math.min(to - from, channel.maxPayloadLength());
        channel.sendMemory().put(at, payload, from, length);
        channel.commit(length, flags);
        incomplete = (flags & Channel.MORE) != 0;
        sent++;
        return true;
    }

    /** Puts any header where the next header is expected. */
    void putHeader(long header) {
        altered = true;
        if (own == null) {
            ByteBuffer bytes = ByteBuffer.allocateDirect(HEADER_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
            LaneSink sink = (LaneSink) field(field(channel, "writer"), "sink");
            sink.write(bytes.putLong(0, header), 0, HEADER_LENGTH, true);
            return;
        }
        int at = channel.claim();
        if (at >= 0) {
            Words.putLongRelease(channel.sendMemory(), at - HEADER_LENGTH, header);
        }
    }

    /** A valid header, plus the given addition. */
    long header(long more) {
        return sent + 1 | more << Integer.SIZE;
    }

    /** A message that has come. */
    record Message(int type, byte[] body, int[] references, boolean last) {

        long callId() {
            return body.length < Long.BYTES ? 0 : buffer().getLong(0);
        }

        ByteBuffer buffer() {
            return ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    /** The next frame, as the whole message if it is its last frame; null if there is none. */
    Message poll() {
        if (deaf || !channel.poll()) {
            return null;
        }
        int flags = channel.frameFlags();
        byte[] payload = new byte[channel.frameLength()];
        channel.receiveMemory().get(channel.frameIndex(), payload);
        channel.release();
        int[] references = {};
        int end = payload.length;
        if ((flags & FrameFormat.REFERENCES) != 0) {
            ByteBuffer list = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
            references = new int[list.getInt(end - Integer.BYTES)];
            end -= Integer.BYTES * (references.length + 1);
            for (int i = 0; i < references.length; i++) {
                references[i] = list.getInt(end + i * Integer.BYTES);
            }
        }
        int type = flags & 0x1F;
        if (type == FrameFormat.ABORT && incoming.size() > 0) {
            byte[] begun = incoming.toByteArray();
            incoming.reset();
            return new Message(type, Arrays.copyOf(begun, Long.BYTES), references, true);
        }
        incoming.write(payload, 0, end);
        if ((flags & Channel.MORE) != 0) {
            return new Message(type, new byte[0], references, false);
        }
        byte[] body = incoming.toByteArray();
        incoming.reset();
        return new Message(type, body, references, true);
    }
}
