// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench;

import io.nearcall.bench.pair.JvmFlags;
import io.nearcall.bench.pair.Pair;
import io.nearcall.bench.pair.Throughput;
import io.nearcall.bench.pair.Transfer;
import io.nearcall.bench.report.Machine;
import io.nearcall.bench.subject.FloorSubject;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures what the page shows beside the table: latency by size, and calls per second by callers. In one further pair of
 * JVMs, with room for large arrays, and one more for RMI on one CPU; slices of the systems take turns at each point.
 */
final class SeriesRun {

    private static final int SMALL_BYTES = 16;
    private static final int[] CALLERS = {1, 2, 4, 8};

    private final Plan plan;
    private final Pair.Places places;
    final List<Transfer> transfers = new ArrayList<>();
    final List<Throughput> throughputs = new ArrayList<>();

    SeriesRun(Plan plan, Pair.Places places) {
        this.plan = plan;
        this.places = places;
    }

    /** Blocks; results are in the lists afterwards. */
    void measure(List<String> systems) throws IOException, InterruptedException {
        List<String> together = systems.stream()
                .filter(List.of(FloorSubject.NAME, NearcallSubject.NAME, RmiSubject.NAME)::contains)
                .toList();
        if (!together.isEmpty()) {
            measure("series", together, "");
        }
        if (systems.contains(RmiSubject.NAME)) {
            measure("series-one-cpu", List.of(RmiSubject.NAME_ONE_CPU), Machine.firstCpu());
        }
    }

    private void measure(String name, List<String> systems, String cpus) throws IOException, InterruptedException {
        try (Pair pair = Pair.start(name, systems, cpus, JvmFlags.LARGE, places)) {
            pair.warmThroughput(2 * plan.warmMs());
            for (int callers : CALLERS) {
                throughputs.addAll(pair.throughput(callers, 2 * plan.seriesSliceMs()));
            }
            pair.warmTransfers(plan.warmMs());
            for (int length : plan.lengthsBytes()) {
                transfers.addAll(pair.transfer(length, length, plan.seriesSliceMs()));
                if (length > SMALL_BYTES) {
                    transfers.addAll(pair.transfer(SMALL_BYTES, length, plan.seriesSliceMs()));
                    transfers.addAll(pair.transfer(length, SMALL_BYTES, plan.seriesSliceMs()));
                }
            }
        }
    }
}
