// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import java.util.Arrays;

/** How long a good client's calls took beside an attack, and just before or after that beside a process that computes. */
record Round(long[] attackedNs, long[] besideComputingNs) {

    private static final double QUANTILE = 0.99;

    double ratio() {
        return (double) p99Ns(attackedNs) / p99Ns(besideComputingNs);
    }

    static long p99Ns(long[] latenciesNs) {
        long[] sorted = latenciesNs.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.min(sorted.length - 1, QUANTILE * sorted.length)];
    }
}
