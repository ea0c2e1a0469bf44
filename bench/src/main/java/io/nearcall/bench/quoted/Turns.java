// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.quoted;

import io.nearcall.bench.measure.Median;
import io.nearcall.bench.quoted.QuotedComparison.Cost;
import io.nearcall.bench.quoted.QuotedComparison.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What calls of each kind took in each setting. A ratio is taken within a turn, and a median of a pair's turns. */
public final class Turns {

    /** A setting and a kind of call, and what it is to cost at most. */
    public record Row(String what, String work, String target) {}

    /** A median of one pair's turns. */
    private record Found(double ns, double ratio, double moreNs) {}

    private final Map<Row, List<Found>> rows = new LinkedHashMap<>();
    private final Map<Row, List<Found>> ofPair = new LinkedHashMap<>();

    /** Of one turn. */
    public void add(Row row, double ns, double baselineNs) {
        ofPair.computeIfAbsent(row, any -> new ArrayList<>()).add(new Found(ns, ns / baselineNs, ns - baselineNs));
    }

    /** What comes next is of other JVMs. */
    public void endPair() {
        ofPair.forEach((row, turns) -> rows.computeIfAbsent(row, any -> new ArrayList<>())
                .add(new Found(
                        Median.of(turns.stream().map(Found::ns).toList()),
                        Median.of(turns.stream().map(Found::ratio).toList()),
                        Median.of(turns.stream().map(Found::moreNs).toList()))));
        ofPair.clear();
    }

    public List<Cost> costs() {
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
