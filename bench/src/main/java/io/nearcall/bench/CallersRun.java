// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench;

import io.nearcall.bench.measure.WarmUp;
import io.nearcall.bench.pair.Pair;
import io.nearcall.bench.pair.Throughput;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures calls per second for several numbers of callers, in fresh {@linkplain Group groups} of JVMs of their own.
 * The JVMs take turns at each number.
 */
final class CallersRun {

    private static final int TURNS = 5;

    private CallersRun() {}

    /**
     * Returns a list for each group. It has the median of the turns for each system and number of callers. Blocks.
     *
     * @param warmUps receives the warm-up calls
     */
    static List<List<Throughput>> measure(
            Plan plan, Pair.Places places, List<String> systems, PeerSystems peers, List<WarmUp> warmUps)
            throws IOException, InterruptedException {
        List<String> onAllCpus = systems.stream()
                .filter(List.of(NearcallSubject.NAME, RmiSubject.NAME)::contains)
                .toList();
        List<String> onOneCpu = onAllCpus.contains(RmiSubject.NAME) ? List.of(RmiSubject.NAME_ONE_CPU) : List.of();
        List<List<Throughput>> found = new ArrayList<>();
        for (int i = 1; i <= plan.callersGroups(); i++) {
            try (Group group = Group.start("callers-" + i, onAllCpus, onOneCpu, places, peers)) {
                found.add(measure(plan, group, warmUps));
            }
        }
        return found;
    }

    private static List<Throughput> measure(Plan plan, Group group, List<WarmUp> warmUps)
            throws IOException, InterruptedException {
        for (int callers : Throughput.CALLERS) {
            group.each(false, member -> warmUps.addAll(member.pair().warmThroughput(callers, plan.warmUp())));
        }
        List<Throughput> all = new ArrayList<>();
        for (int turn = 0; turn < TURNS; turn++) {
            for (int callers : Throughput.CALLERS) {
                group.each(
                        turn % 2 == 1, member -> all.addAll(member.pair().throughput(callers, plan.seriesSliceMs())));
            }
        }
        return Throughput.medians(all);
    }
}
