// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.nearcall.bench.Workload;
import io.nearcall.bench.pair.Measurement;
import io.nearcall.bench.subject.FloorSubject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All pairs of a run. None is dropped. */
public final class Results {

    /** A pair's caches are in the fast state if its floor is at most this many times the least floor of the run. */
    private static final double FAST_FLOOR_RATIO = 1.5;

    private static final Gson GSON =
            new GsonBuilder().setPrettyPrinting().serializeNulls().create();

    private final List<PairResults> pairs;

    public Results(List<PairResults> pairs) {
        this.pairs = List.copyOf(pairs);
    }

    public List<PairResults> pairs() {
        return pairs;
    }

    /**
     * Returns whether the host's caches were as fast during that whole pair as they ever were in the run. Only then do
     * multiples of RMI count, because RMI takes as long in either state.
     */
    public boolean isFast(PairResults pair) {
        return pair.floorNs() <= FAST_FLOOR_RATIO * leastFloorNs();
    }

    /** Returns the shortest round trip of an empty message that any turn of the run found. */
    private double leastFloorNs() {
        return pairs.stream()
                .mapToDouble(PairResults::leastFloorNs)
                .filter(ns -> !Double.isNaN(ns))
                .min()
                .orElse(Double.NaN);
    }

    /** Returns that pair's floor and the state of the host that it shows, in words. */
    public String floorText(PairResults pair) {
        return pair.hasFloor() ? pair.floorText() + ": " + state(pair) : pair.floorText();
    }

    private String state(PairResults pair) {
        String caches = isFast(pair) ? "caches are in the fast state" : "caches are in the slow state";
        List<Workload> disturbed =
                Workload.BUSY.stream().filter(pair::isDisturbedAt).toList();
        if (disturbed.isEmpty()) {
            return caches;
        }
        String before = disturbed.contains(Workload.PING) ? "" : caches + ", but ";
        return before + "disturbed at "
                + disturbed.stream().map(Workload::title).collect(Collectors.joining(", "))
                + ": the two sides had to share a CPU, ratios of this pair mean little there";
    }

    /** Returns a value of each pair in which it was measured, in the order in which the pairs ran. */
    List<Double> ofEachPair(String system, Workload workload, int threads, Function<Measurement, Double> value) {
        return pairs.stream()
                .flatMap(pair -> pair.find(system, workload, threads).stream())
                .map(value)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Returns the rows of table and file: medians over the pairs. */
    public List<ResultRow> rows() {
        List<ResultRow> rows = new ArrayList<>();
        for (Measurement key : pairs.get(0).measurements()) {
            rows.add(ResultRow.of(
                    measured(key).map(pair -> of(pair, key)).toList(),
                    measured(key)
                            .flatMap(pair -> pair.timesFasterThanRmi(of(pair, key)).stream()
                                    .boxed())
                            .toList()));
        }
        rows.sort(Comparator.comparing(ResultRow::threads).thenComparing(Results::workloadOrder));
        return rows;
    }

    /**
     * Returns the percentile curves of one caller's calls. Each is from the pair with the median ratio to its baseline.
     */
    public List<Series.Curve> curves() {
        List<Series.Curve> curves = new ArrayList<>();
        for (Measurement key : pairs.get(0).measurements()) {
            boolean floorOfOneLanguage =
                    key.variant() != null && !key.system().equals(FloorSubject.NAME); // one of them is the floor
            if (key.threads() == 1 && !floorOfOneLanguage) {
                Measurement median = of(median(key), key);
                curves.add(new Series.Curve(
                        key.system(), key.workload().label(), key.workload().requestBytes(), median.curve()));
            }
        }
        return curves;
    }

    /** Writes the rows as an array of objects. */
    public void writeJson(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, GSON.toJson(rows()) + "\n");
    }

    private PairResults median(Measurement key) {
        List<PairResults> sorted = measured(key)
                .sorted(Comparator.comparingDouble(pair -> rank(of(pair, key))))
                .toList();
        return sorted.get(sorted.size() / 2);
    }

    private Stream<PairResults> measured(Measurement key) {
        return pairs.stream()
                .filter(pair ->
                        pair.find(key.system(), key.workload(), key.threads()).isPresent());
    }

    private static Measurement of(PairResults pair, Measurement key) {
        return pair.find(key.system(), key.workload(), key.threads()).orElseThrow();
    }

    private static double rank(Measurement measurement) {
        Double ratio = measurement.ratioToBaseline();
        return ratio != null && ratio != 1 ? ratio : measurement.p50Ns();
    }

    private static int workloadOrder(ResultRow row) {
        for (Workload workload : Workload.values()) {
            if (workload.label().equals(row.workload()) && workload.requestBytes() == row.payloadBytes()) {
                return workload.ordinal();
            }
        }
        return Integer.MAX_VALUE;
    }
}
