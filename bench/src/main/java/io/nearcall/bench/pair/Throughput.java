// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import io.nearcall.bench.measure.Median;
import java.util.List;

/** Calls per second of all callers of one system together. */
public record Throughput(String system, int callers, double callsPerSecond) {

    /** The numbers of callers that are measured. */
    public static final List<Integer> CALLERS = List.of(1, 2, 4, 8, 64);

    /** Returns lower medians, as more is better, per system and number of callers, in order of first appearance. */
    public static List<Throughput> medians(List<Throughput> all) {
        return all.stream()
                .map(each -> new Throughput(each.system, each.callers, 0))
                .distinct()
                .map(key -> new Throughput(
                        key.system,
                        key.callers,
                        Median.lower(all.stream()
                                .filter(each -> each.system.equals(key.system) && each.callers == key.callers)
                                .map(Throughput::callsPerSecond)
                                .toList())))
                .toList();
    }
}
