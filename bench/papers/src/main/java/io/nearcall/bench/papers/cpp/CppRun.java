// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.cpp;

import io.nearcall.bench.quoted.QuotedComparison.Cost;
import io.nearcall.bench.quoted.Turns;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Measures everything. All that is compared takes turns, slice by slice, because the host's state changes. */
final class CppRun {

    private final CppPlan plan;
    private final Path program;
    private final Map<Work, Turns> found = new EnumMap<>(Work.class);

    /** @param program made from {@code peer.cpp} */
    CppRun(CppPlan plan, Path program) {
        this.plan = plan;
        this.program = program;
        for (Work work : Work.values()) {
            found.put(work, new Turns());
        }
    }

    void measure() throws IOException, InterruptedException {
        for (int i = 1; i <= plan.sets(); i++) {
            System.err.println("set of processes, " + i + " of " + plan.sets() + " ...");
            try (CppSet set = CppSet.start(program)) {
                for (Work work : Work.values()) {
                    for (Talk talk : Talk.ALL) {
                        set.warm(talk, work, plan.warmUp());
                    }
                    for (int turn = 0; turn < plan.turns(); turn++) {
                        take(set, work, turn);
                    }
                }
            }
            found.values().forEach(Turns::endPair);
        }
    }

    /** Every second turn backwards, so that nobody is always behind the same one. */
    private void take(CppSet set, Work work, int turn) throws IOException, InterruptedException {
        List<Talk> order = new ArrayList<>(Talk.ALL);
        if (turn % 2 != 0) {
            Collections.reverse(order);
        }
        Map<Talk, Double> p50Ns = new HashMap<>();
        for (Talk talk : order) {
            p50Ns.put(talk, set.p50Ns(talk, work, plan.sliceMs()));
        }
        for (Talk talk : Talk.ALL) {
            found.get(work)
                    .add(
                            new Turns.Row(talk.title(), work.label(), talk.target()),
                            p50Ns.get(talk),
                            p50Ns.get(Talk.BASELINE));
        }
    }

    List<Cost> costs() {
        return found.values().stream().flatMap(turns -> turns.costs().stream()).toList();
    }
}
