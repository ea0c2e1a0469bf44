// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench;

import io.nearcall.bench.measure.Median;
import io.nearcall.bench.pair.JvmFlags;
import io.nearcall.bench.pair.Pair;
import io.nearcall.bench.pair.Throughput;
import io.nearcall.bench.pair.Transfer;
import io.nearcall.bench.peers.Peer;
import io.nearcall.bench.report.Machine;
import io.nearcall.bench.subject.FloorSubject;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures what the page shows beside the table: latency by size, and calls per second by callers. In one further pair of
 * JVMs, with room for large arrays, one more for RMI on one CPU, and one after the other for each peer; slices of the systems take turns at each point.
 */
final class SeriesRun {

    private static final int SMALL_BYTES = 16;
    private static final int TURNS = 5;
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
    void measure(List<String> systems, PeerSystems peers) throws IOException, InterruptedException {
        List<String> together = systems.stream()
                .filter(List.of(FloorSubject.NAME, NearcallSubject.NAME, RmiSubject.NAME)::contains)
                .toList();
        if (!together.isEmpty()) {
            measure("series", together, "");
        }
        if (systems.contains(RmiSubject.NAME)) {
            measure("series-one-cpu", List.of(RmiSubject.NAME_ONE_CPU), Machine.firstCpu());
        }
        for (String system : peers.running()) {
            try (Pair pair = Pair.startPeer("series", system, JvmFlags.LARGE, places)) {
                measure(pair, Peer.of(system).orElseThrow().warmUpFactor() * plan.warmMs());
            } catch (IOException e) {
                peers.leaveOut(system, e);
            }
        }
    }

    private void measure(String name, List<String> systems, String cpus) throws IOException, InterruptedException {
        try (Pair pair = Pair.start(name, systems, cpus, JvmFlags.LARGE, places)) {
            measure(pair, plan.warmMs());
        }
    }

    private void measure(Pair pair, long warmMs) throws IOException, InterruptedException {
        pair.warmThroughput(2 * warmMs);
        throughputs.addAll(throughputs(pair));
        pair.warmTransfers(warmMs);
        for (int length : plan.lengthsBytes()) {
            transfers.addAll(pair.transfer(length, length, plan.seriesSliceMs()));
            if (length > SMALL_BYTES) {
                transfers.addAll(pair.transfer(SMALL_BYTES, length, plan.seriesSliceMs()));
                transfers.addAll(pair.transfer(length, SMALL_BYTES, plan.seriesSliceMs()));
            }
        }
    }

    /** The median of some turns through all numbers of callers, for each system and number. */
    private List<Throughput> throughputs(Pair pair) throws IOException, InterruptedException {
        List<Throughput> all = new ArrayList<>();
        for (int turn = 0; turn < TURNS; turn++) {
            for (int callers : CALLERS) {
                all.addAll(pair.throughput(callers, 2 * plan.seriesSliceMs()));
            }
        }
        return all.stream()
                .map(each -> new Throughput(each.system(), each.callers(), 0))
                .distinct()
                .map(key -> new Throughput(
                        key.system(),
                        key.callers(),
                        Median.of(all.stream()
                                .filter(each -> each.system().equals(key.system()) && each.callers() == key.callers())
                                .map(Throughput::callsPerSecond)
                                .toList())))
                .toList();
    }
}
