// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import java.util.Arrays;

/** The bytes of an input, taken as decisions. An input that is used up decides for 0, which is always the honest choice. */
final class Choices {

    /** An eighth of the values of a byte: most steps of a random input are valid, so the conversation goes on. */
    private static final int LIES_FROM = 0xE0;

    private static final long[] WICKED = {
        -1,
        0,
        1,
        2,
        7,
        8,
        15,
        16,
        17,
        63,
        64,
        255,
        256,
        4095,
        4096,
        16_376,
        16_377,
        49_152,
        49_153,
        65_535,
        65_536,
        (1L << 30) - 1,
        1L << 30,
        Integer.MAX_VALUE,
        1L << 31,
        1L << 32,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        -2,
        -8
    };

    private final byte[] input;
    private int at;

    Choices(byte[] input) {
        this.input = input;
    }

    boolean hasMore() {
        return at < input.length;
    }

    /** The next byte, 0 to 255. */
    int next() {
        return at < input.length ? input[at++] & 0xFF : 0;
    }

    /** A number from 0 to below {@code bound}. */
    int below(int bound) {
        return next() % bound;
    }

    /** Whether to falsify this detail. */
    boolean lies() {
        return next() >= LIES_FROM;
    }

    /** A number that is likely to do harm, or any. */
    long wicked() {
        int which = next();
        if (which < WICKED.length) {
            return WICKED[which];
        }
        long number = 0;
        for (int i = which % (Long.BYTES + 1); i > 0; i--) {
            number = number << Byte.SIZE | next();
        }
        return number;
    }

    /** The number of bytes that the next byte says, at most {@code bound} and the remaining bytes. */
    byte[] bytes(int bound) {
        int length = Math.min(below(bound + 1), input.length - at);
        at += length;
        return Arrays.copyOfRange(input, at - length, at);
    }
}
