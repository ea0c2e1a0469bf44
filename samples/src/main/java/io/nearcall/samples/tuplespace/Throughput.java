// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** How many tuples one client gets through the space. */
final class Throughput {

    private static final int WARM_UP_ROUNDS = 5;
    private static final int ROUNDS = 10;
    private static final long ROUND_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private Throughput() {}

    /** Puts a tuple in and takes it out again, over and over, for a second and a half; returns the result as one line. */
    static String measure(TupleSpace space) {
        double bestUs = Double.MAX_VALUE;
        for (int round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
            double us = pairUs(space);
            if (round >= WARM_UP_ROUNDS) {
                bestUs = Math.min(bestUs, us);
            }
        }
        return String.format(
                Locale.ROOT,
                "A tuple in and out again: %.2f us, %,.0f tuples a second for one client (best of %d rounds).",
                bestUs,
                1e6 / bestUs,
                ROUNDS);
    }

    private static double pairUs(TupleSpace space) {
        Template lamp = Template.of("lamp", int.class);
        int pairs = 0;
        long beganNs = System.nanoTime();
        long tookNs;
        do {
            space.out(Tuple.of("lamp", pairs));
            space.inp(lamp).orElseThrow();
            pairs++;
            tookNs = System.nanoTime() - beganNs;
        } while (tookNs < ROUND_NS);
        return tookNs / 1e3 / pairs;
    }
}
