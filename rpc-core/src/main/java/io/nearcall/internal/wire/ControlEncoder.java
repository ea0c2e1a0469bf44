// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Writes control messages. Stateless. */
final class ControlEncoder {

    private ControlEncoder() {}

    /**
     * Writes one message, its length included, from the buffer's position on.
     *
     * @param out little-endian, with room for the longest message
     * @throws IllegalArgumentException if a name is too long; reasons are cut off instead, and shapes must fit
     */
    static void encode(ControlMessage message, ByteBuffer out) {
        int start = out.position();
        out.putInt(0);
        // Java 17 has no switch over patterns yet. The kinds that every connection uses come first, because the check
        // for a kind loads its class.
        if (message instanceof ControlMessage.Doorbell doorbell) {
            out.put(ControlFormat.DOORBELL).putInt(doorbell.lane());
        } else if (message instanceof ControlMessage.Hello hello) {
            putOpening(out.put(ControlFormat.HELLO), hello.version());
            putIdentity(out, hello.pid(), hello.endpointId(), hello.limits());
            putName(out, hello.serviceName());
            putName(out, hello.channel());
        } else if (message instanceof ControlMessage.Welcome welcome) {
            putOpening(out.put(ControlFormat.WELCOME), welcome.version());
            putIdentity(out, welcome.pid(), welcome.endpointId(), welcome.limits());
        } else if (message instanceof ControlMessage.Lanes lanes) {
            out.put(ControlFormat.LANES).putInt(lanes.batch()).putInt(lanes.laneCount());
            out.putInt(lanes.ringCapacity()).putInt(lanes.fullDuplex() ? ControlFormat.FLAG_FULL_DUPLEX : 0);
            putName(out, lanes.address());
        } else if (message instanceof ControlMessage.LanesReady ready) {
            out.put(ControlFormat.LANES_READY).putInt(ready.batch()).putInt(ready.laneCount());
            out.putInt(ready.ringCapacity());
            putName(out, ready.address());
        } else if (message instanceof ControlMessage.Cancel cancel) {
            out.put(ControlFormat.CANCEL).putInt(cancel.lane()).putLong(cancel.callId());
        } else if (message instanceof ControlMessage.Release release) {
            out.put(ControlFormat.RELEASE).putInt(release.objectId());
            out.putLong(release.received()).putLong(release.sentHome());
        } else if (message instanceof ControlMessage.ClassOffer offer) {
            putName(out.put(ControlFormat.CLASS_OFFER), offer.className());
            out.putInt(offer.classId()).putLong(offer.fingerprint());
        } else if (message instanceof ControlMessage.ClassAgreed agreed) {
            putName(out.put(ControlFormat.CLASS_AGREED), agreed.className());
            out.putInt(agreed.classId());
        } else if (message instanceof ControlMessage.ClassRefused refused) {
            putName(out.put(ControlFormat.CLASS_REFUSED), refused.className());
            putReason(out, refused.reason());
        } else if (message instanceof ControlMessage.ClassDiffers differs) {
            putName(out.put(ControlFormat.CLASS_DIFFERS), differs.className());
            putShape(out, differs.shape());
        } else if (message instanceof ControlMessage.ClassVersion version) {
            putName(out.put(ControlFormat.CLASS_VERSION), version.className());
            putShape(out.putInt(version.classId()), version.shape());
        } else if (message instanceof ControlMessage.LanesRefused refused) {
            out.put(ControlFormat.LANES_REFUSED).putInt(refused.batch());
            putReason(out, refused.reason());
        } else if (message instanceof ControlMessage.Refused refused) {
            putOpening(out.put(ControlFormat.REFUSED), refused.version());
            out.put((byte) refused.reason().ordinal());
            putReason(out, refused.text());
        } else if (message instanceof ControlMessage.Goodbye goodbye) {
            putGoodbye(out, goodbye);
        } else {
            throw new AssertionError(message);
        }
        out.putInt(start, out.position() - start - ControlFormat.LENGTH_BYTES);
    }

    private static void putGoodbye(ByteBuffer out, ControlMessage.Goodbye goodbye) {
        out.put(ControlFormat.GOODBYE).put((byte) goodbye.reason().ordinal());
        putReason(out, goodbye.text());
        out.putShort((short) goodbye.lastTaken().size());
        for (ControlMessage.Taken taken : goodbye.lastTaken()) {
            out.putInt(taken.lane()).putLong(taken.callId());
        }
    }

    private static void putOpening(ByteBuffer out, int version) {
        out.putInt(ControlFormat.MAGIC).putInt(version);
    }

    private static void putIdentity(ByteBuffer out, int pid, UUID id, Limits limits) {
        out.putInt(pid).putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        out.putInt(limits.lanes()).putInt(limits.flags()).putLong(limits.frameBytes());
    }

    private static void putName(ByteBuffer out, String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > ControlFormat.MAX_NAME_BYTES) {
            throw new IllegalArgumentException("The name " + name.substring(0, 80) + "... has " + bytes.length
                    + " bytes, at most " + ControlFormat.MAX_NAME_BYTES + " can be sent");
        }
        out.putShort((short) bytes.length).put(bytes);
    }

    private static void putShape(ByteBuffer out, String shape) {
        byte[] bytes = shape.getBytes(StandardCharsets.UTF_8);
        out.putShort((short) bytes.length).put(bytes);
    }

    private static void putReason(ByteBuffer out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = bytes.length;
        if (length > ControlFormat.MAX_REASON_BYTES) {
            length = ControlFormat.MAX_REASON_BYTES;
            while ((bytes[length] & 0xC0) == 0x80) {
                length--; // not in the middle of a character
            }
        }
        out.putShort((short) length).put(bytes, 0, length);
    }
}
