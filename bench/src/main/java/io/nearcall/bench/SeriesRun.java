// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench;

import io.nearcall.bench.measure.WarmUp;
import io.nearcall.bench.pair.JvmFlags;
import io.nearcall.bench.pair.Pair;
import io.nearcall.bench.pair.Transfer;
import io.nearcall.bench.report.Machine;
import io.nearcall.bench.subject.FloorSubject;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures latency by size. One more pair of JVMs has room for large arrays; in it, slices of the systems take turns at
 * each point. Then follow a pair for RMI on one CPU and a pair for each peer. Only one of these pairs is alive at a
 * time, because each takes 2 to 4 GiB. So their figures are from different minutes.
 */
final class SeriesRun {

    private static final int SMALL_BYTES = Transfer.SMALL_BYTES;

    private final Plan plan;
    private final Pair.Places places;
    private final List<Transfer> transfers = new ArrayList<>();
    private final List<WarmUp> warmUps;

    /** @param warmUps receives the warm-up calls */
    SeriesRun(Plan plan, Pair.Places places, List<WarmUp> warmUps) {
        this.plan = plan;
        this.places = places;
        this.warmUps = warmUps;
    }

    /** Measures. Blocks. */
    List<Transfer> measure(List<String> systems, PeerSystems peers) throws IOException, InterruptedException {
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
                measure(pair);
            } catch (IOException e) {
                peers.leaveOut(system, e);
            }
        }
        return transfers;
    }

    private void measure(String name, List<String> systems, String cpus) throws IOException, InterruptedException {
        try (Pair pair = Pair.start(name, systems, cpus, JvmFlags.LARGE, places)) {
            measure(pair);
        }
    }

    private void measure(Pair pair) throws IOException, InterruptedException {
        for (int length : plan.lengthsBytes()) {
            measure(pair, length, length);
            if (length > SMALL_BYTES) {
                measure(pair, SMALL_BYTES, length);
                measure(pair, length, SMALL_BYTES);
            }
        }
    }

    private void measure(Pair pair, int requestBytes, int replyBytes) throws IOException, InterruptedException {
        warmUps.addAll(pair.warmTransfer(requestBytes, replyBytes, plan.warmUp()));
        transfers.addAll(pair.transfer(requestBytes, replyBytes, plan.seriesSliceMs()));
    }
}
