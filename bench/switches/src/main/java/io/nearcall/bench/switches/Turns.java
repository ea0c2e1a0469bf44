// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.switches;

import io.nearcall.bench.measure.Median;
import io.nearcall.bench.quoted.QuotedSwitches.Cost;
import io.nearcall.bench.quoted.QuotedSwitches.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What calls took, of each kind with each thing that was switched on. A ratio is taken within a turn, and a median of a pair's turns. */
final class Turns {

    /** What was switched on, and what it is to cost at most. */
    record Row(String what, String work, String target) {}

    /** A median of one pair's turns. */
    private record Found(double ns, double ratio, double moreNs) {}

    private final Map<Row, List<Found>> rows = new LinkedHashMap<>();
    private final Map<Row, List<Found>> ofPair = new LinkedHashMap<>();

    /** Of one turn. */
    void add(Row row, double ns, double baselineNs) {
        ofPair.computeIfAbsent(row, any -> new ArrayList<>()).add(new Found(ns, ns / baselineNs, ns - baselineNs));
    }

    /** What comes next is of other JVMs. */
    void endPair() {
        ofPair.forEach((row, turns) -> rows.computeIfAbsent(row, any -> new ArrayList<>())
                .add(new Found(
                        Median.of(turns.stream().map(Found::ns).toList()),
                        Median.of(turns.stream().map(Found::ratio).toList()),
                        Median.of(turns.stream().map(Found::moreNs).toList()))));
        ofPair.clear();
    }

    List<Cost> costs() {
        List<Cost> costs = new ArrayList<>();
        rows.forEach((row, found) -> costs.add(new Cost(
                row.what,
                row.work,
                Spread.of(found.stream().map(Found::ns).toList()),
                Spread.of(found.stream().map(Found::ratio).toList()),
                Spread.of(found.stream().map(Found::moreNs).toList()),
                row.target)));
        return costs;
    }
}
