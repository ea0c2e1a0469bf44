// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.trips;

import io.nearcall.bench.measure.Median;
import io.nearcall.bench.measure.Quartiles;
import io.nearcall.bench.papers.mechanism.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The measurements in one setting: rounds in some pairs of JVMs. Values are compared within a round, because its bursts
 * follow each other and share the state of the host. The median of these ratios counts.
 */
public final class Rounds {

    private record Key(String system, Shape shape) {}

    private final String setting;
    private final ToDoubleFunction<Burst> timeNs;
    private final List<List<Map<Key, Double>>> pairs = new ArrayList<>();

    /**
     * @param setting the name in tables and files
     * @param timeNs the time of a burst: its median, or its mean
     */
    public Rounds(String setting, ToDoubleFunction<Burst> timeNs) {
        this.setting = setting;
        this.timeNs = timeNs;
    }

    public String setting() {
        return setting;
    }

    /** Begins another pair of JVMs. Everything that is added from now on belongs to it. */
    public void nextPair() {
        pairs.add(new ArrayList<>());
    }

    public void add(List<Burst> round) {
        Map<Key, Double> times = new LinkedHashMap<>();
        round.forEach(each -> times.put(new Key(each.system(), each.shape()), timeNs.applyAsDouble(each)));
        pairs.get(pairs.size() - 1).add(times);
    }

    /** Returns whether nothing was measured. */
    public boolean isEmpty() {
        return rows().isEmpty();
    }

    public Quartiles timeNs(String system, Shape shape) {
        Key key = new Key(system, shape);
        return Quartiles.of(pairs.stream()
                .flatMap(List::stream)
                .map(round -> round.get(key))
                .filter(each -> each != null)
                .toList());
    }

    /**
     * Returns how many times as long it took as the baseline in the same round; NaN if one of them was not measured.
     */
    public Quartiles ratio(String system, String yardstick, Shape shape) {
        Key own = new Key(system, shape);
        Key other = new Key(yardstick, shape);
        return Quartiles.of(pairs.stream()
                .flatMap(pair -> ratios(pair, own, other).stream())
                .toList());
    }

    /** Returns the median of each pair's rounds, for the pairs in which both were measured. */
    public List<Double> ratioOfEachPair(String system, String yardstick, Shape shape) {
        return ratioOfEachPair(new Key(system, shape), new Key(yardstick, shape));
    }

    /** Returns the same for one system, between its times at two shapes. */
    public List<Double> ratioOfEachPair(String system, Shape shape, Shape other) {
        return ratioOfEachPair(new Key(system, shape), new Key(system, other));
    }

    private List<Double> ratioOfEachPair(Key own, Key other) {
        return pairs.stream()
                .map(pair -> ratios(pair, own, other))
                .filter(ratios -> !ratios.isEmpty())
                .map(Median::of)
                .toList();
    }

    private static List<Double> ratios(List<Map<Key, Double>> pair, Key own, Key other) {
        List<Double> ratios = new ArrayList<>();
        for (Map<Key, Double> round : pair) {
            Double ownNs = round.get(own);
            Double otherNs = round.get(other);
            if (ownNs != null && otherNs != null) {
                ratios.add(ownNs / otherNs);
            }
        }
        return ratios;
    }

    /** Returns a row for each system and shape, in the order of their first measurement. */
    public List<TripRow> rows() {
        Map<Key, Integer> counts = new LinkedHashMap<>();
        pairs.forEach(pair -> pair.forEach(round -> round.keySet().forEach(key -> counts.merge(key, 1, Integer::sum))));
        List<TripRow> rows = new ArrayList<>();
        counts.forEach((key, rounds) -> {
            Quartiles times = timeNs(key.system, key.shape);
            rows.add(new TripRow(
                    setting,
                    key.system,
                    key.shape.payload(),
                    key.shape.requestBytes(),
                    key.shape.replyBytes(),
                    times.lower(),
                    times.median(),
                    times.upper(),
                    rounds));
        });
        return rows;
    }
}
