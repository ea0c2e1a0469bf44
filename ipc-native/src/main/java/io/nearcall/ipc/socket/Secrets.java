// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.socket;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * What the two sides of a batch say first on each of its sockets, before any frame. Both know it from the address of the side
 * that listens, which they were told in private; nobody else does.
 *
 * <pre>
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   +---------------------------------------------------------------+
 *   |                     Question, 16 bytes                        |   the side that connects
 *   +---------------------------------------------------------------+
 *   |                        Number of the lane                     |   little-endian
 *   +---------------------------------------------------------------+
 *
 *   +---------------------------------------------------------------+
 *   |                     Answer, 16 bytes                          |   the side that accepts
 *   +---------------------------------------------------------------+
 * </pre>
 */
final class Secrets {

    static final int LENGTH = 16;

    /** Bytes of what the side that connects says. */
    static final int INTRODUCTION_LENGTH = LENGTH + Integer.BYTES;

    /** Characters of the text. */
    static final int TEXT_LENGTH = 4 * LENGTH;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final byte[] bytes;

    private Secrets(byte[] bytes) {
        this.bytes = bytes;
    }

    /** New ones. */
    static Secrets random() {
        byte[] bytes = new byte[2 * LENGTH];
        RANDOM.nextBytes(bytes);
        return new Secrets(bytes);
    }

    /**
     * Reads what {@link #toString()} has written.
     *
     * @throws IllegalArgumentException if it is something else
     */
    static Secrets parse(String text) {
        if (text.length() != TEXT_LENGTH) {
            throw new IllegalArgumentException("text.length()=" + text.length());
        }
        return new Secrets(HexFormat.of().parseHex(text));
    }

    /** What to say on a socket that this side has connected. */
    ByteBuffer introduction(int lane) {
        return ByteBuffer.allocate(INTRODUCTION_LENGTH)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(bytes, 0, LENGTH)
                .putInt(lane)
                .flip();
    }

    /** The lane of an introduction that was received whole; -1 if it is a stranger's. */
    int laneOf(ByteBuffer introduction) {
        byte[] question = new byte[LENGTH];
        introduction.flip().get(question);
        return MessageDigest.isEqual(question, Arrays.copyOf(bytes, LENGTH))
                ? introduction.order(ByteOrder.LITTLE_ENDIAN).getInt()
                : -1;
    }

    /** What to say to who has introduced himself. */
    ByteBuffer answer() {
        return ByteBuffer.wrap(bytes, LENGTH, LENGTH);
    }

    /** Whether an answer that was received whole is the one that the other side knows. */
    boolean isAnswer(ByteBuffer received) {
        byte[] answer = new byte[LENGTH];
        received.flip().get(answer);
        return MessageDigest.isEqual(answer, Arrays.copyOfRange(bytes, LENGTH, 2 * LENGTH));
    }

    /** As it stands in an address. */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }
}
