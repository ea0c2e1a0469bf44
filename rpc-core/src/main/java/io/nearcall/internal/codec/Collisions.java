// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.util.Objects;

/** Counts the keys of one large hash table that share a hash code. Such keys are searched one by one. */
final class Collisions {

    /** The keys before this one are not counted: that many cost little, whatever their hash codes are. */
    static final int FIRST_COUNTED = 1024;

    private static final int SLOTS = 4096;
    private static final int GOLDEN = 0x9E3779B9;

    private final int[] counts = new int[SLOTS];

    /** Counts the key, and returns with how many keys that were counted before it may have to be compared. */
    int of(Object key) {
        int slot = Objects.hashCode(key) * GOLDEN >>> Integer.SIZE - Integer.numberOfTrailingZeros(SLOTS);
        return counts[slot]++;
    }
}
