// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.nearcall.bench.Workload;
import io.nearcall.bench.pair.Measurement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;

/** All pairs of a run, none dropped. The pair in the middle counts, separately for each system and workload. */
public final class Results {

    private static final Gson GSON =
            new GsonBuilder().setPrettyPrinting().serializeNulls().create();

    private final List<PairResults> pairs;

    public Results(List<PairResults> pairs) {
        this.pairs = List.copyOf(pairs);
    }

    public List<PairResults> pairs() {
        return pairs;
    }

    /** A value of each pair in which it was measured, in the order in which the pairs ran. */
    List<Double> ofEachPair(String system, Workload workload, int threads, Function<Measurement, Double> value) {
        return pairs.stream()
                .flatMap(pair -> pair.find(system, workload, threads).stream())
                .map(value)
                .filter(Objects::nonNull)
                .toList();
    }

    /** The rows of table and file: those of the median pair by the ratio to the floor, by p50 where there is none. */
    public List<ResultRow> rows() {
        List<ResultRow> rows = new ArrayList<>();
        for (Measurement key : pairs.get(0).measurements()) {
            PairResults median = median(key);
            OptionalDouble timesRmi = median.timesFasterThanRmi(of(median, key));
            rows.add(ResultRow.of(of(median, key), timesRmi.isPresent() ? timesRmi.getAsDouble() : null));
        }
        rows.sort(Comparator.comparing(ResultRow::threads).thenComparing(Results::workloadOrder));
        return rows;
    }

    /** The percentile curves of one caller's calls, each of the pair whose row counts. */
    public List<Series.Curve> curves() {
        List<Series.Curve> curves = new ArrayList<>();
        for (Measurement key : pairs.get(0).measurements()) {
            if (key.threads() == 1) {
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
        List<PairResults> sorted = pairs.stream()
                .filter(pair ->
                        pair.find(key.system(), key.workload(), key.threads()).isPresent())
                .sorted(Comparator.comparingDouble(pair -> rank(of(pair, key))))
                .toList();
        return sorted.get(sorted.size() / 2);
    }

    private static Measurement of(PairResults pair, Measurement key) {
        return pair.find(key.system(), key.workload(), key.threads()).orElseThrow();
    }

    private static double rank(Measurement measurement) {
        boolean compared = measurement.ratioToFloor() != null && measurement.ratioToFloor() != 1;
        return compared ? measurement.ratioToFloor() : measurement.p50Ns();
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
