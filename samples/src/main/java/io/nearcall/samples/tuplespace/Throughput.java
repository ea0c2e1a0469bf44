// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** How quickly one client gets tuples through the space. */
final class Throughput {

    private static final long WARM_UP_NS = TimeUnit.MILLISECONDS.toNanos(1_000);
    private static final long ROUND_NS = TimeUnit.MILLISECONDS.toNanos(1_000);

    private Throughput() {}

    /** Puts a tuple in and takes it out again, over and over, for two seconds; returns the result as one line. */
    static String measure(TupleSpace space) {
        pairsNs(space, WARM_UP_NS);
        Histogram pairsNs = pairsNs(space, ROUND_NS);
        double medianUs = pairsNs.getValueAtPercentile(50) / 1e3;
        return String.format(
                Locale.ROOT,
                "A tuple in and out again: %.2f us, 99 %% within %.2f us; that is %,.0f tuples a second for one client.",
                medianUs,
                pairsNs.getValueAtPercentile(99) / 1e3,
                1e6 / medianUs);
    }

    private static Histogram pairsNs(TupleSpace space, long durationNs) {
        Histogram pairsNs = new Histogram(3);
        Template lamp = Template.of("lamp", int.class);
        long endNs = System.nanoTime() + durationNs;
        int lamps = 0;
        for (long beforeNs = System.nanoTime(); beforeNs - endNs < 0; beforeNs = System.nanoTime()) {
            space.out(Tuple.of("lamp", lamps++));
            space.inp(lamp).orElseThrow();
            pairsNs.recordValue(System.nanoTime() - beforeNs);
        }
        return pairsNs;
    }
}
