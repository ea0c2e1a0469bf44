// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import io.nearcall.bench.measure.Median;
import io.nearcall.bench.measure.Range;
import io.nearcall.bench.pair.Measurement;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * A row of {@code results.json}. The names of the components are its keys. Each value is the median of the values of
 * the pairs of JVMs. A ratio is the median of the pairs' ratios, and a range has the bounds of the pairs' values. Null
 * if the value was not measured.
 *
 * @param payloadBytes the bytes of the request; the reply of {@code add} is shorter
 * @param ratioToFloor times the floor's p50: less is better
 * @param ratioToRmi times faster than RMI in its better placement: more is better
 * @param ratioToFloorAndKryo for an order: times (the floor's p50 and two Kryo round trips)
 */
public record ResultRow(
        String system,
        String workload,
        int payloadBytes,
        int threads,
        Double p50Ns,
        Double p99Ns,
        Double p999Ns,
        Double meanNs,
        Double callsPerSecond,
        Double clientAllocBytesPerCall,
        Double serverAllocBytesPerCall,
        Double ratioToFloor,
        Double ratioToRmi,
        Double ratioToFloorAndKryo,
        Range p50RangeNs,
        Range ratioToFloorRange,
        Range ratioToRmiRange,
        Range ratioToFloorAndKryoRange) {

    /**
     * @param ofEachPair the measurements of one system and workload
     * @param timesRmi the ratio of each pair in which RMI was measured
     */
    static ResultRow of(List<Measurement> ofEachPair, List<Double> timesRmi) {
        Measurement any = ofEachPair.get(0);
        return new ResultRow(
                any.system(),
                any.workload().label(),
                any.workload().requestBytes(),
                any.threads(),
                median(ofEachPair, Measurement::p50Ns, 10),
                median(ofEachPair, Measurement::p99Ns, 10),
                median(ofEachPair, Measurement::p999Ns, 10),
                median(ofEachPair, Measurement::meanNs, 10),
                rounded(Median.lower(values(ofEachPair, Measurement::callsPerSecond)), 1),
                median(ofEachPair, Measurement::clientAllocBytesPerCall, 10),
                median(ofEachPair, Measurement::serverAllocBytesPerCall, 10),
                median(ofEachPair, Measurement::ratioToFloor, 1000),
                rounded(Median.lower(timesRmi), 100),
                median(ofEachPair, Measurement::ratioToFloorAndKryo, 1000),
                range(values(ofEachPair, Measurement::p50Ns), 10),
                range(values(ofEachPair, Measurement::ratioToFloor), 1000),
                range(timesRmi, 100),
                range(values(ofEachPair, Measurement::ratioToFloorAndKryo), 1000));
    }

    private static Double median(List<Measurement> ofEachPair, Function<Measurement, Double> value, int steps) {
        return rounded(Median.of(values(ofEachPair, value)), steps);
    }

    private static List<Double> values(List<Measurement> ofEachPair, Function<Measurement, Double> value) {
        return ofEachPair.stream().map(value).filter(Objects::nonNull).toList();
    }

    private static Range range(List<Double> values, int steps) {
        return Range.of(values.stream()
                .map(value -> rounded(value, steps))
                .filter(Objects::nonNull)
                .toList());
    }

    private static Double rounded(double value, int steps) {
        return Double.isNaN(value) || Double.isInfinite(value) ? null : Math.round(value * steps) / (double) steps;
    }
}
