// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.kumon;

import io.nearcall.bench.papers.published.Kumon2017;
import io.nearcall.bench.quoted.QuotedComparison.Cost;
import io.nearcall.bench.quoted.Turns;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Measures everything. All ways take turns, because the host's state changes. Ratios are to Nearcall in the same turn. */
final class KumonRun {

    private final KumonPlan plan;
    private final Path programs;
    private final Path scratch;
    private final Turns turns = new Turns();
    private final List<String> leftOut = new ArrayList<>();

    /** @param programs the directory of {@code peer} and {@code libkumon.so} */
    KumonRun(KumonPlan plan, Path programs, Path scratch) {
        this.plan = plan;
        this.programs = programs;
        this.scratch = scratch;
    }

    void measure() throws IOException, InterruptedException {
        for (int i = 1; i <= plan.sets(); i++) {
            System.err.println("set of processes, " + i + " of " + plan.sets() + " ...");
            try (KumonSet set = KumonSet.start(programs, scratch)) {
                if (i == 1) {
                    tellWhatIsMissing(set);
                }
                for (Kumon2017.Row row : plan.rows()) {
                    for (Direction direction : Direction.values()) {
                        measure(set, direction, row);
                    }
                }
            }
            turns.endPair();
        }
    }

    private void tellWhatIsMissing(KumonSet set) {
        if (!set.has(Way.REST)) {
            leftOut.add(
                    "REST, because cpp-httplib is missing: apt-get install pkg-config libcpp-httplib-dev libssl-dev libbrotli-dev");
        }
        if (!set.has(Way.CORBA)) {
            leftOut.add("CORBA, because omniORB is missing: apt-get install omniidl libomniorb4-dev");
        }
    }

    private void measure(KumonSet set, Direction direction, Kumon2017.Row row)
            throws IOException, InterruptedException {
        List<Way> ways = new ArrayList<>();
        for (Way way : Way.values()) {
            if (way.carries(row) && set.has(way)) {
                ways.add(way);
            }
        }
        for (Way way : ways) {
            set.p50Ns(direction, way, row, plan.atMost(), plan.warmMs());
        }
        for (int turn = 0; turn < plan.turnsOf(row); turn++) {
            List<Way> order = new ArrayList<>(ways);
            if (turn % 2 != 0) {
                Collections.reverse(order); // nobody is always behind the same one
            }
            Map<Way, Double> p50Ns = new EnumMap<>(Way.class);
            for (Way way : order) {
                p50Ns.put(way, set.p50Ns(direction, way, row, plan.atMost(), plan.tripsMs()));
            }
            double nearcallNs = p50Ns.get(Way.NEARCALL);
            p50Ns.forEach((way, ns) -> turns.add(new Turns.Row(way.title(), work(direction, row), ""), ns, nearcallNs));
        }
    }

    /** Returns what a cost says of direction and lengths. */
    static String work(Direction direction, Kumon2017.Row row) {
        return direction.title() + ": " + KumonFindings.lengths(row);
    }

    KumonFindings findings() {
        List<Cost> costs = turns.costs();
        return new KumonFindings(plan.rows(), costs, leftOut);
    }
}
