// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.wire;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Reads control messages that another process wrote, and believes nothing. Stateless. */
final class ControlDecoder {

    private static final UUID UNKNOWN = new UUID(0, 0);
    private static final Limits NONE = new Limits(0, 0, 0);

    private ControlDecoder() {}

    /**
     * Reads one message.
     *
     * @param in type and body, from position to limit, little-endian; memory that nobody else writes
     * @throws ProtocolBreach if {@code in} is not exactly one message
     */
    static ControlMessage decode(ByteBuffer in) {
        byte type = in.get();
        try {
            ControlMessage message = switch (type) {
                case ControlFormat.HELLO -> hello(in);
                case ControlFormat.WELCOME -> welcome(in);
                case ControlFormat.REFUSED -> refused(in);
                case ControlFormat.LANES -> lanes(in);
                case ControlFormat.LANES_READY ->
                    new ControlMessage.LanesReady(
                            natural(in, "batch"), natural(in, "lane count"), natural(in, "ring capacity"), name(in));
                case ControlFormat.DOORBELL -> new ControlMessage.Doorbell(natural(in, "lane"));
                case ControlFormat.CANCEL -> new ControlMessage.Cancel(natural(in, "lane"), in.getLong());
                case ControlFormat.RELEASE ->
                    new ControlMessage.Release(natural(in, "object id"), in.getLong(), in.getLong());
                case ControlFormat.CLASS_OFFER ->
                    new ControlMessage.ClassOffer(name(in), natural(in, "class id"), in.getLong());
                case ControlFormat.CLASS_AGREED -> new ControlMessage.ClassAgreed(name(in), natural(in, "class id"));
                case ControlFormat.CLASS_REFUSED -> new ControlMessage.ClassRefused(name(in), reason(in));
                case ControlFormat.CLASS_DIFFERS -> new ControlMessage.ClassDiffers(name(in), shape(in));
                case ControlFormat.CLASS_VERSION ->
                    new ControlMessage.ClassVersion(name(in), natural(in, "class id"), shape(in));
                case ControlFormat.LANES_REFUSED -> new ControlMessage.LanesRefused(natural(in, "batch"), reason(in));
                case ControlFormat.GOODBYE -> goodbye(in);
                default -> throw new ProtocolBreach("a control message of unknown type " + type);
            };
            if (in.hasRemaining()) {
                throw new ProtocolBreach(
                        "a control message of type " + type + " with " + in.remaining() + " bytes too many");
            }
            return message;
        } catch (BufferUnderflowException e) {
            throw new ProtocolBreach("a control message of type " + type + " that is too short");
        }
    }

    private static ControlMessage hello(ByteBuffer in) {
        int version = opening(in);
        if (version != ControlFormat.VERSION) {
            skipRest(in);
            return new ControlMessage.Hello(version, 0, UNKNOWN, NONE, "", "");
        }
        return new ControlMessage.Hello(version, natural(in, "pid"), id(in), limits(in), name(in), name(in));
    }

    private static ControlMessage welcome(ByteBuffer in) {
        int version = opening(in);
        if (version != ControlFormat.VERSION) {
            skipRest(in);
            return new ControlMessage.Welcome(version, 0, UNKNOWN, NONE);
        }
        return new ControlMessage.Welcome(version, natural(in, "pid"), id(in), limits(in));
    }

    private static ControlMessage refused(ByteBuffer in) {
        int version = opening(in);
        return new ControlMessage.Refused(version, element(in, ControlMessage.Refusal.values()), reason(in));
    }

    private static ControlMessage lanes(ByteBuffer in) {
        int batch = natural(in, "batch");
        int laneCount = natural(in, "lane count");
        int ringCapacity = natural(in, "ring capacity");
        int flags = in.getInt();
        if ((flags & ~ControlFormat.FLAG_FULL_DUPLEX) != 0) {
            throw new ProtocolBreach("unknown lane flags 0x" + Integer.toHexString(flags));
        }
        return new ControlMessage.Lanes(batch, laneCount, ringCapacity, flags != 0, name(in));
    }

    private static ControlMessage goodbye(ByteBuffer in) {
        ControlMessage.Farewell farewell = element(in, ControlMessage.Farewell.values());
        String text = reason(in);
        int count = in.getShort() & 0xFFFF;
        if (count > ControlFormat.MAX_TAKEN || count * ControlFormat.TAKEN_BYTES != in.remaining()) {
            throw new ProtocolBreach("a goodbye for " + count + " lanes in " + in.remaining() + " bytes");
        }
        List<ControlMessage.Taken> lastTaken = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            lastTaken.add(new ControlMessage.Taken(natural(in, "lane"), in.getLong()));
        }
        return new ControlMessage.Goodbye(farewell, text, lastTaken);
    }

    private static int opening(ByteBuffer in) {
        int magic = in.getInt();
        if (magic != ControlFormat.MAGIC) {
            throw new ProtocolBreach("a greeting with magic 0x" + Integer.toHexString(magic) + " instead of 0x"
                    + Integer.toHexString(ControlFormat.MAGIC));
        }
        return in.getInt();
    }

    private static void skipRest(ByteBuffer in) {
        in.position(in.limit());
    }

    private static UUID id(ByteBuffer in) {
        return new UUID(in.getLong(), in.getLong());
    }

    private static Limits limits(ByteBuffer in) {
        int lanes = natural(in, "lane limit");
        int flags = in.getInt();
        long frameBytes = in.getLong();
        if (frameBytes < Limits.LEAST_FRAME_BYTES) {
            throw new ProtocolBreach("frame limit " + frameBytes);
        }
        return new Limits(lanes, flags, frameBytes);
    }

    private static int natural(ByteBuffer in, String what) {
        int value = in.getInt();
        if (value < 0) {
            throw new ProtocolBreach(what + " " + value);
        }
        return value;
    }

    private static <E extends Enum<E>> E element(ByteBuffer in, E[] values) {
        int ordinal = in.get() & 0xFF;
        if (ordinal >= values.length) {
            throw new ProtocolBreach("unknown reason " + ordinal);
        }
        return values[ordinal];
    }

    private static String name(ByteBuffer in) {
        return text(in, ControlFormat.MAX_NAME_BYTES);
    }

    private static String reason(ByteBuffer in) {
        return text(in, ControlFormat.MAX_REASON_BYTES);
    }

    private static String shape(ByteBuffer in) {
        return text(in, ControlFormat.MAX_LENGTH);
    }

    private static String text(ByteBuffer in, int maxBytes) {
        int length = in.getShort() & 0xFFFF;
        if (length > maxBytes || length > in.remaining()) {
            throw new ProtocolBreach(
                    "a text of " + length + " bytes, where " + Math.min(maxBytes, in.remaining()) + " are possible");
        }
        ByteBuffer bytes = in.slice(in.position(), length);
        in.position(in.position() + length);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString(); // reports what is malformed
        } catch (CharacterCodingException e) {
            throw new ProtocolBreach("a text that is not UTF-8");
        }
    }
}
