// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench;

import io.nearcall.bench.measure.WarmUp;
import io.nearcall.bench.pair.Measurement;
import io.nearcall.bench.pair.Pair;
import io.nearcall.bench.report.PairResults;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A fresh {@link Group} of pairs of JVMs. They take turns at each workload. */
final class Round {

    private Round() {}

    /**
     * Starts the group, measures, and ends it. Blocks.
     *
     * @param warmUps receives the warm-up calls
     */
    static PairResults measure(
            int number, Plan plan, Pair.Places places, List<String> systems, PeerSystems peers, List<WarmUp> warmUps)
            throws IOException, InterruptedException {
        try (Group group = Group.start(Integer.toString(number), systems, onOneCpu(systems), places, peers)) {
            return measure(group, plan, warmUps);
        }
    }

    private static List<String> onOneCpu(List<String> systems) {
        List<String> sharing = new ArrayList<>();
        if (systems.contains(RmiSubject.NAME)) {
            if (systems.contains(NearcallSubject.NAME)) {
                sharing.add(NearcallSubject.FIFO_ONE_CPU);
                sharing.add(NearcallSubject.ONE_CPU);
            }
            sharing.add(RmiSubject.NAME_ONE_CPU);
        }
        return sharing;
    }

    private static PairResults measure(Group group, Plan plan, List<WarmUp> warmUps)
            throws IOException, InterruptedException {
        for (Workload workload : Workload.BUSY) {
            group.each(false, member -> warmUps.addAll(member.pair().warm(workload, plan.warmUp())));
        }
        for (int turn = 0; turn < plan.turns(); turn++) {
            boolean backwards = turn % 2 == 1;
            for (Workload workload : Workload.BUSY) {
                group.each(backwards, member -> member.pair().turn(workload, plan.sliceMs(), backwards));
            }
        }
        group.each(false, member -> member.pair().silence(plan.silentCalls()));
        group.each(false, member -> member.pair().allocation());
        List<Measurement> measurements = new ArrayList<>();
        group.each(false, member -> measurements.addAll(member.pair().results()));
        return new PairResults(measurements);
    }
}
