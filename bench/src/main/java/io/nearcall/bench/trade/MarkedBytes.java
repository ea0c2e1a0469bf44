// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.trade;

import java.util.Arrays;
import java.util.Random;

/**
 * An array of random bytes with a mark at both ends that changes with each call, and a check of the array that comes
 * back. So no system looks fast by answering with something else. For one thread.
 */
public final class MarkedBytes {

    /* The check costs a few nanoseconds, the same for every system. All bytes are compared in the first call, and then
     * in one of a thousand. */

    private static final byte[] BLOCK = new byte[1 << 16];
    private static final int WHOLE_MASK = 1023;

    private final byte[] bytes;
    private int number;

    static {
        new Random(2017).nextBytes(BLOCK);
    }

    public MarkedBytes(int length) {
        this.bytes = filled(length);
    }

    /** Returns the same random bytes for everybody, without marks. */
    public static byte[] filled(int length) {
        byte[] filled = new byte[length];
        for (int from = 0; from < length; from += BLOCK.length) {
            System.arraycopy(BLOCK, 0, filled, from, Math.min(BLOCK.length, length - from));
        }
        return filled;
    }

    /** Returns what the next call carries: always the same array. */
    public byte[] next() {
        number++;
        mark(bytes, (byte) number, (byte) ~number);
        return bytes;
    }

    /** Copies the marks of the request to the ends of the reply, as a server does. */
    public static void passMarks(byte[] request, byte[] reply) {
        if (request.length > 0) {
            mark(reply, request[0], request[request.length - 1]);
        }
    }

    private static void mark(byte[] bytes, byte first, byte last) {
        if (bytes.length > 0) {
            bytes[0] = first;
            bytes[bytes.length - 1] = last;
        }
    }

    /** Checks that the answer has that length, with the marks of the call at its ends. */
    public void expect(byte[] answer, int length) {
        if (answer.length != length) {
            throw new IllegalStateException("wrong answer: length=" + answer.length + " expected=" + length);
        }
        expectContent(answer, length);
    }

    /** Like {@link #expect}, for that many bytes at the beginning of a longer array. */
    public void expectContent(byte[] answer, int length) {
        int last = length - 1;
        boolean right = length == 0
                || bytes.length == 0
                || answer[last] == bytes[bytes.length - 1] && (last == 0 || answer[0] == bytes[0]);
        if (!right || (number & WHOLE_MASK) == 1 && !isFilled(answer, length)) {
            throw new IllegalStateException("wrong answer: other bytes than those of call " + number);
        }
    }

    private static boolean isFilled(byte[] answer, int length) {
        for (int from = 1; from < length - 1; ) {
            int inBlock = from % BLOCK.length;
            int count = Math.min(BLOCK.length - inBlock, length - 1 - from);
            if (!Arrays.equals(answer, from, from + count, BLOCK, inBlock, inBlock + count)) {
                return false;
            }
            from += count;
        }
        return true;
    }
}
