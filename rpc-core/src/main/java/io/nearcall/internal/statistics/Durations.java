// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import java.util.Arrays;

/** How long calls took that were timed: four buckets for each power of two. Immutable. */
public final class Durations {

    /** Of no call. */
    public static final Durations NONE = new Durations(0, 0, new long[0]);

    /** From 64 ns, with all that took less, to 4 minutes, with all that took longer. */
    static final int BUCKETS = 128;

    private static final int FIRST_EXPONENT = 6;
    private static final int SUB_BITS = 2;
    private static final int SUB_BUCKETS = 1 << SUB_BITS;

    private final long sumNs;
    private final long longestNs;
    private final long[] buckets;

    Durations(long sumNs, long longestNs, long[] buckets) {
        this.sumNs = Math.max(0, sumNs);
        this.longestNs = Math.max(0, longestNs);
        this.buckets = buckets;
    }

    /** The bucket of a duration. */
    static int bucket(long ns) {
        int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1L << FIRST_EXPONENT, ns));
        int sub = (int) (Math.max(1L << FIRST_EXPONENT, ns) >>> exponent - SUB_BITS) & SUB_BUCKETS - 1;
        return Math.min(BUCKETS - 1, (exponent - FIRST_EXPONENT) * SUB_BUCKETS + sub);
    }

    /** The shortest duration that is too long for a bucket. */
    static long endNs(int bucket) {
        int exponent = FIRST_EXPONENT + bucket / SUB_BUCKETS;
        return (SUB_BUCKETS + bucket % SUB_BUCKETS + 1L) << exponent - SUB_BITS;
    }

    /** How many calls were timed. */
    public long count() {
        long count = 0;
        for (long each : buckets) {
            count += Math.max(0, each);
        }
        return count;
    }

    public long sumNs() {
        return sumNs;
    }

    public long longestNs() {
        return longestNs;
    }

    /**
     * The duration that a part of the calls did not exceed, at most a quarter too long.
     *
     * @param part such as 0.99
     * @return 0 if none was timed
     */
    public long quantileNs(double part) {
        long wanted = Math.max(1, (long) Math.ceil(part * count()));
        for (int i = 0; i < buckets.length; i++) {
            wanted -= Math.max(0, buckets[i]);
            if (wanted <= 0) {
                return Math.min(endNs(i), longestNs);
            }
        }
        return 0;
    }

    /** Both. */
    public Durations plus(Durations others) {
        long[] sums = Arrays.copyOf(buckets, Math.max(buckets.length, others.buckets.length));
        for (int i = 0; i < others.buckets.length; i++) {
            sums[i] += others.buckets[i];
        }
        return new Durations(sumNs + others.sumNs, Math.max(longestNs, others.longestNs), sums);
    }

    /** Those that have been added since. The longest is that of all. */
    public Durations since(Durations before) {
        long[] rest = buckets.clone();
        for (int i = 0; i < Math.min(rest.length, before.buckets.length); i++) {
            rest[i] -= before.buckets[i];
        }
        return new Durations(sumNs - before.sumNs, longestNs, rest);
    }
}
