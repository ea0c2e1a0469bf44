// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import java.util.Arrays;

/** The durations of timed calls: four buckets for each power of two. Immutable. */
public final class Durations {

    /** The durations of no call. */
    public static final Durations NONE = new Durations(0, 0, new long[0]);

    /** From 64 ns, including all shorter calls, to 4 minutes, including all longer calls. */
    static final int BUCKETS = 128;

    private static final int FIRST_EXPONENT = 6;
    private static final int SUB_BITS = 2;
    private static final int SUB_BUCKETS = 1 << SUB_BITS;

    private final long sumNs;
    private final long longestNs;
    private final long[] buckets;
    private final long count;

    Durations(long sumNs, long longestNs, long[] buckets) {
        this.sumNs = Math.max(0, sumNs);
        this.longestNs = Math.max(0, longestNs);
        this.buckets = buckets;
        long timed = 0;
        for (long each : buckets) {
            timed += Math.max(0, each);
        }
        this.count = timed;
    }

    static int bucket(long ns) {
        int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1L << FIRST_EXPONENT, ns));
        int sub = (int) (Math.max(1L << FIRST_EXPONENT, ns) >>> exponent - SUB_BITS) & SUB_BUCKETS - 1;
        return Math.min(BUCKETS - 1, (exponent - FIRST_EXPONENT) * SUB_BUCKETS + sub);
    }

    /** Returns the shortest duration that is too long for a bucket. */
    static long endNs(int bucket) {
        int exponent = FIRST_EXPONENT + bucket / SUB_BUCKETS;
        return (SUB_BUCKETS + bucket % SUB_BUCKETS + 1L) << exponent - SUB_BITS;
    }

    /** Returns how many calls were timed. */
    public long count() {
        return count;
    }

    public long sumNs() {
        return sumNs;
    }

    public long longestNs() {
        return longestNs;
    }

    /**
     * Returns the duration that a part of the calls did not exceed, at most a quarter too long.
     *
     * @param part the part, such as 0.99
     * @return the duration; 0 if no call was timed
     */
    public long quantileNs(double part) {
        if (count == 0) {
            return 0;
        }
        long wanted = Math.max(1, (long) Math.ceil(part * count));
        for (int i = 0; i < buckets.length; i++) {
            wanted -= Math.max(0, buckets[i]);
            if (wanted <= 0) {
                return Math.min(endNs(i), longestNs);
            }
        }
        return 0;
    }

    /** Returns the sum of both. */
    public Durations plus(Durations others) {
        long[] sums = Arrays.copyOf(buckets, Math.max(buckets.length, others.buckets.length));
        for (int i = 0; i < others.buckets.length; i++) {
            sums[i] += others.buckets[i];
        }
        return new Durations(sumNs + others.sumNs, Math.max(longestNs, others.longestNs), sums);
    }

    /** Returns the durations that have been added since. Their longest duration is that of all calls. */
    public Durations since(Durations before) {
        if (count == before.count) {
            return new Durations(0, longestNs, NONE.buckets);
        }
        long[] rest = buckets.clone();
        for (int i = 0; i < Math.min(rest.length, before.buckets.length); i++) {
            rest[i] -= before.buckets[i];
        }
        return new Durations(sumNs - before.sumNs, longestNs, rest);
    }
}
