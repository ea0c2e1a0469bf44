// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.nearcall.spi.RemoteTransport;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Changes some of the records that a client sends, as a generator of random numbers says. */
final class RandomTamper implements TamperedTransport.Tamper {

    private static final int HEADER_LENGTH = 8;
    private static final int LONGEST_RECORD = RemoteTransport.LONGEST_MESSAGE_BYTES - HEADER_LENGTH;
    private static final int TYPE_SHIFT = 24;
    private static final int DATA = 1;
    private static final int CREDIT = 2;
    private static final int HEARTBEAT = 3;
    private static final int LEAVE = 4;
    private static final int CONTROL_TYPES = 16;

    /** More than any lane has credit for. */
    private static final int OVERRUN_RECORDS = 6;

    private static final int MANY = 200;

    /** What can be done to a record. */
    enum Alteration {
        OTHER_LENGTH,
        OTHER_LANE,
        OTHER_TYPE,
        OVERRUN,
        MADE_UP_CREDIT,
        CUT,
        FLIPPED_BITS,
        TWICE,
        LOST,
        MADE_UP_CONTROL_MESSAGE,
        TOO_LONG_MESSAGE,
        EMPTY_MESSAGE,
        HEARTBEATS,
        LEAVES,
        NO_MORE_READING
    }

    private final SplittableRandom random;
    private final Runnable readsNoMore;
    private final AtomicIntegerArray made; // by ordinal, over all sessions
    private final int oneIn;

    /**
     * @param readsNoMore is run when the session is to read nothing more
     * @param made counts the alterations
     */
    RandomTamper(SplittableRandom random, Runnable readsNoMore, AtomicIntegerArray made) {
        this.random = random;
        this.readsNoMore = readsNoMore;
        this.made = made;
        this.oneIn = 1 << random.nextInt(1, 6); // few, so that a session gets far, or many
    }

    @Override
    public List<byte[]> sent(byte[] message) {
        if (random.nextInt(oneIn) != 0) {
            return List.of(message);
        }
        Alteration alteration = Alteration.values()[random.nextInt(Alteration.values().length)];
        made.incrementAndGet(alteration.ordinal());
        return altered(alteration, message);
    }

    private List<byte[]> altered(Alteration alteration, byte[] message) {
        ByteBuffer header = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
        int lane = header.getInt(0);
        int word = header.getInt(Integer.BYTES);
        switch (alteration) {
            case OTHER_LENGTH:
                int length = random.nextBoolean() ? random.nextInt(1 << TYPE_SHIFT) : random.nextInt(message.length);
                header.putInt(Integer.BYTES, word & -1 << TYPE_SHIFT | length);
                return List.of(message);
            case OTHER_LANE:
                header.putInt(0, random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(3 * 1024));
                return List.of(message);
            case OTHER_TYPE:
                message[HEADER_LENGTH - 1] = (byte) random.nextInt(random.nextBoolean() ? 6 : 256);
                return List.of(message);
            case OVERRUN:
                List<byte[]> all = new ArrayList<>(List.of(message));
                for (int i = 0; i < OVERRUN_RECORDS; i++) {
                    all.add(record(lane, DATA, new byte[LONGEST_RECORD]));
                }
                return all;
            case MADE_UP_CREDIT:
                return List.of(message, record(random.nextBoolean() ? lane : 0, CREDIT, credit()));
            case CUT:
                return List.of(
                        Arrays.copyOf(message, random.nextInt(random.nextBoolean() ? HEADER_LENGTH : message.length)));
            case FLIPPED_BITS:
                for (int i = random.nextInt(4); i >= 0; i--) {
                    message[random.nextInt(message.length)] ^= (byte) (1 << random.nextInt(8));
                }
                return List.of(message);
            case TWICE:
                return List.of(message, message.clone());
            case LOST:
                return List.of();
            case MADE_UP_CONTROL_MESSAGE:
                return List.of(message, record(0, DATA, controlMessage()));
            case TOO_LONG_MESSAGE:
                return List.of(
                        Arrays.copyOf(message, RemoteTransport.LONGEST_MESSAGE_BYTES + 1 + random.nextInt(MANY)));
            case EMPTY_MESSAGE:
                return List.of(message, new byte[0]);
            case HEARTBEATS:
                return several(message, HEARTBEAT);
            case LEAVES:
                return several(message, LEAVE);
            default:
                readsNoMore.run();
                return List.of(message);
        }
    }

    private List<byte[]> several(byte[] message, int type) {
        List<byte[]> all = new ArrayList<>(List.of(message));
        for (int i = random.nextInt(MANY); i >= 0; i--) {
            all.add(record(0, type, new byte[0]));
        }
        return all;
    }

    private byte[] credit() {
        int bytes = random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(3);
        return little(Integer.BYTES).putInt(bytes).array();
    }

    /** One of a known type with a random body; or all random. */
    private byte[] controlMessage() {
        int length = 1 + random.nextInt(40);
        ByteBuffer made = little(Integer.BYTES + length);
        byte[] body = new byte[length];
        random.nextBytes(body);
        if (random.nextBoolean()) { // small numbers, such as those of lanes, calls, objects and classes
            for (int i = 0; i < length; i++) {
                body[i] &= (byte) (random.nextInt(3) == 0 ? 3 : 0);
            }
        }
        body[0] = (byte) random.nextInt(CONTROL_TYPES);
        return made.putInt(random.nextInt(8) == 0 ? random.nextInt() : length)
                .put(body)
                .array();
    }

    private static byte[] record(int lane, int type, byte[] payload) {
        return little(HEADER_LENGTH + payload.length)
                .putInt(lane)
                .putInt(type << TYPE_SHIFT | payload.length)
                .put(payload)
                .array();
    }

    private static ByteBuffer little(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }
}
