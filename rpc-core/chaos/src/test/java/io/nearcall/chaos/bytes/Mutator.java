// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.bytes;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Makes a message from others, with random changes. Confined to one thread. */
final class Mutator {

    private static final int MAX_BYTES = 4096;
    private static final int MAX_CHANGES = 4;

    /** What lengths, counts, ids and the numbers of objects are written as when they shall do harm. */
    private static final byte[][] WICKED = {
        {-1, -1, -1, -1, 7},
        {-1, -1, -1, -1, 15},
        {-128, -128, 64},
        {-1, -1, 3},
        {127, -1, -1, -1},
        {-1, -1, -1, -1},
        {0, 0, 0, 0},
        {-128, -128, -128, -128, -128, -128, -128, -128, -128},
        {1},
        {0}
    };

    private final List<byte[]> seeds;
    private final SplittableRandom random;

    Mutator(List<byte[]> seeds, SplittableRandom random) {
        this.seeds = seeds;
        this.random = random;
    }

    byte[] next() {
        byte[] message = seed().clone();
        for (int i = 1 + random.nextInt(MAX_CHANGES); i > 0; i--) {
            message = change(message);
        }
        return message.length <= MAX_BYTES ? message : Arrays.copyOf(message, MAX_BYTES);
    }

    private byte[] seed() {
        return seeds.get(random.nextInt(seeds.size()));
    }

    private byte[] change(byte[] message) {
        if (message.length == 0) {
            return new byte[] {(byte) random.nextInt()};
        }
        int at = random.nextInt(message.length);
        switch (random.nextInt(8)) {
            case 0 -> message[at] = (byte) random.nextInt();
            case 1 -> message[at] ^= (byte) (1 << random.nextInt(8));
            case 2 -> message[at] += (byte) (random.nextBoolean() ? 1 : -1);
            case 3 -> {
                byte[] wicked = WICKED[random.nextInt(WICKED.length)];
                System.arraycopy(wicked, 0, message, at, Math.min(wicked.length, message.length - at));
            }
            case 4 -> {
                return Arrays.copyOf(message, at);
            }
            case 5 -> {
                return splice(message, at, at + random.nextInt(message.length - at + 1), message);
            }
            case 6 -> {
                return splice(message, at, at, seed());
            }
            default -> {
                return splice(message, at, at + random.nextInt(message.length - at + 1), seed());
            }
        }
        return message;
    }

    /** Replaces the part in between by a part of {@code other}. */
    private byte[] splice(byte[] message, int from, int to, byte[] other) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(message, 0, from);
        int start = other.length == 0 ? 0 : random.nextInt(other.length);
        out.write(other, start, random.nextInt(other.length - start + 1));
        out.write(message, to, message.length - to);
        return out.toByteArray();
    }

    /** The message with each wicked number at each of its places in turn. */
    static Iterable<byte[]> sweep(byte[] message) {
        return () -> IntStream.range(1, message.length * WICKED.length)
                .mapToObj(i -> {
                    byte[] wicked = WICKED[i % WICKED.length];
                    int at = i / WICKED.length;
                    byte[] changed = Arrays.copyOf(message, Math.max(message.length, at + wicked.length));
                    System.arraycopy(wicked, 0, changed, at, wicked.length);
                    return changed;
                })
                .iterator();
    }
}
