// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.socket;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The bytes that the two sides of a batch send first on each of its sockets, before any frame. Both sides know the
 * secrets from the address of the side that listens, which they were told in private. Nobody else knows them.
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

    /** Bytes that the side that connects sends. */
    static final int INTRODUCTION_LENGTH = LENGTH + Integer.BYTES;

    /** Characters of the secrets as a text. */
    static final int TEXT_LENGTH = 4 * LENGTH;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final byte[] bytes;

    private Secrets(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Makes new secrets. */
    static Secrets random() {
        byte[] bytes = new byte[2 * LENGTH];
        RANDOM.nextBytes(bytes);
        return new Secrets(bytes);
    }

    /**
     * Reads the text that {@link #toString()} has written.
     *
     * @throws IllegalArgumentException if the text is something else
     */
    static Secrets parse(String text) {
        if (text.length() != TEXT_LENGTH) {
            throw new IllegalArgumentException("text.length()=" + text.length());
        }
        return new Secrets(HexFormat.of().parseHex(text));
    }

    /** Returns the bytes to send on a socket that this side has connected. */
    ByteBuffer introduction(int lane) {
        return ByteBuffer.allocate(INTRODUCTION_LENGTH)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(bytes, 0, LENGTH)
                .putInt(lane)
                .flip();
    }

    /** Returns the lane of an introduction that was received whole, or -1 if the introduction is a stranger's. */
    int laneOf(ByteBuffer introduction) {
        byte[] question = new byte[LENGTH];
        introduction.flip().get(question);
        return MessageDigest.isEqual(question, Arrays.copyOf(bytes, LENGTH))
                ? introduction.order(ByteOrder.LITTLE_ENDIAN).getInt()
                : -1;
    }

    /** Returns the bytes to send to a peer that has introduced itself. */
    ByteBuffer answer() {
        return ByteBuffer.wrap(bytes, LENGTH, LENGTH);
    }

    /** Whether an answer that was received whole is the one that only the other side knows. */
    boolean isAnswer(ByteBuffer received) {
        byte[] answer = new byte[LENGTH];
        received.flip().get(answer);
        return MessageDigest.isEqual(answer, Arrays.copyOfRange(bytes, LENGTH, 2 * LENGTH));
    }

    /** The text in an address. */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }
}
