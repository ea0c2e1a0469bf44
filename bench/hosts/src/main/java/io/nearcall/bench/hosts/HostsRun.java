// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.hosts;

import io.nearcall.bench.measure.Median;
import io.nearcall.bench.quoted.QuotedComparison.Cost;
import io.nearcall.bench.quoted.QuotedComparison.Look;
import io.nearcall.bench.quoted.QuotedComparison.Spread;
import io.nearcall.bench.quoted.Turns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Measures everything. All carriers take turns, slice by slice, because the host's state changes. */
final class HostsRun {

    private static final int CALLERS = 8;
    private static final List<Carrier> FOR_SEVERAL =
            Arrays.stream(Carrier.values()).filter(Carrier::isForSeveral).toList();

    private final HostsPlan plan;
    private final Certificate certificate;
    private final Turns turns = new Turns();
    private final Map<Carrier, List<Double>> rates = new EnumMap<>(Carrier.class);

    HostsRun(HostsPlan plan, Certificate certificate) {
        this.plan = plan;
        this.certificate = certificate;
    }

    void measure() throws IOException, InterruptedException {
        for (int i = 1; i <= plan.pairs(); i++) {
            System.err.println("pair of JVMs, " + i + " of " + plan.pairs() + " ...");
            try (HostsPair pair = HostsPair.start(certificate)) {
                for (Work work : Work.values()) {
                    for (Carrier carrier : Carrier.values()) {
                        pair.warm(carrier, work, plan.warmUp());
                    }
                    takeTurns(pair, work);
                }
                haveSeveralCall(pair);
            }
            turns.endPair();
        }
    }

    /** Every second turn backwards, so that nobody is always behind the same one. */
    private static <T> List<T> order(List<T> all, int turn) {
        List<T> order = new ArrayList<>(all);
        if (turn % 2 != 0) {
            Collections.reverse(order);
        }
        return order;
    }

    private void takeTurns(HostsPair pair, Work work) throws IOException, InterruptedException {
        for (int turn = 0; turn < plan.turns(); turn++) {
            Map<Carrier, Double> p50Ns = new EnumMap<>(Carrier.class);
            for (Carrier carrier : order(List.of(Carrier.values()), turn)) {
                p50Ns.put(carrier, pair.slice(carrier, work, plan.sliceMs()).p50Ns());
            }
            double baselineNs = p50Ns.get(Carrier.BASELINE);
            p50Ns.forEach((carrier, ns) ->
                    turns.add(new Turns.Row(carrier.title(), work.label(), carrier.target(work)), ns, baselineNs));
        }
    }

    private void haveSeveralCall(HostsPair pair) throws IOException, InterruptedException {
        Map<Carrier, List<Double>> ofPair = new EnumMap<>(Carrier.class);
        for (int turn = 0; turn < plan.turns(); turn++) {
            for (Carrier carrier : order(FOR_SEVERAL, turn)) {
                ofPair.computeIfAbsent(carrier, any -> new ArrayList<>())
                        .add(pair.rate(carrier, CALLERS, plan.rateMs()).callsPerSecond());
            }
        }
        ofPair.forEach((carrier, found) ->
                rates.computeIfAbsent(carrier, any -> new ArrayList<>()).add(Median.lower(found)));
    }

    List<Cost> costs() {
        return turns.costs();
    }

    List<Look> looks() {
        return rates.entrySet().stream()
                .map(each -> new Look(
                        CALLERS + ", " + each.getKey().title(),
                        "calls of `add` a second",
                        Spread.of(each.getValue()),
                        each.getKey() == Carrier.NEARCALL ? "as many as " + Carrier.BASELINE.title() : ""))
                .toList();
    }
}
