// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import io.nearcall.bench.Workload;
import io.nearcall.bench.measure.Median;
import io.nearcall.bench.measure.Samples;
import io.nearcall.bench.subject.Subject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The sum of the slices of one system at one workload. */
final class Tally {

    final Subject subject;
    final Workload workload;
    final int callers;
    final Samples samples = new Samples();
    final List<Double> turnsP50Ns = new ArrayList<>();
    long wallNs;
    Double clientAllocBytesPerCall;
    Double serverAllocBytesPerCall;

    Tally(Subject subject, Workload workload, int callers) {
        this.subject = subject;
        this.workload = workload;
        this.callers = callers;
    }

    boolean is(String system, Workload otherWorkload, int otherCallers) {
        return subject.name().equals(system) && workload == otherWorkload && callers == otherCallers;
    }

    /**
     * @param name the name of the system in tables and files
     * @param variant the variant of the floor; null for other systems
     */
    Measurement measurement(
            String name, String variant, List<Double> ratiosToFloor, List<Double> ratiosToFloorAndKryo) {
        double callsPerSecond = callers == 1 ? 1e9 / samples.meanNs() : samples.calls() * 1e9 / wallNs;
        return new Measurement(
                name,
                variant,
                workload,
                callers,
                samples.p50Ns(),
                medianOrNull(turnsP50Ns),
                samples.percentileNs(99),
                samples.percentileNs(99.9),
                samples.meanNs(),
                callsPerSecond,
                clientAllocBytesPerCall,
                serverAllocBytesPerCall,
                medianOrNull(ratiosToFloor),
                medianOrNull(ratiosToFloorAndKryo),
                turnsP50Ns.stream().min(Comparator.naturalOrder()).orElse(null),
                samples.curve());
    }

    private static Double medianOrNull(List<Double> values) {
        return values.isEmpty() ? null : Median.of(values);
    }
}
