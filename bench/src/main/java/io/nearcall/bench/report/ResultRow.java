// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import io.nearcall.bench.pair.Measurement;

/**
 * A row of {@code results.json}; the names of the components are its keys. Null where something was not measured.
 *
 * @param payloadBytes of the request; the reply of {@code add} is shorter
 * @param ratioToFloor times the floor's p50: less is better
 * @param ratioToRmi times faster than RMI in its better placement: more is better
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
        Double ratioToRmi) {

    static ResultRow of(Measurement from, Double ratioToRmi) {
        return new ResultRow(
                from.system(),
                from.workload().label(),
                from.workload().requestBytes(),
                from.threads(),
                rounded(from.p50Ns(), 10),
                rounded(from.p99Ns(), 10),
                rounded(from.p999Ns(), 10),
                rounded(from.meanNs(), 10),
                rounded(from.callsPerSecond(), 1),
                rounded(from.clientAllocBytesPerCall(), 10),
                rounded(from.serverAllocBytesPerCall(), 10),
                rounded(from.ratioToFloor(), 1000),
                rounded(ratioToRmi, 100));
    }

    private static Double rounded(Double value, int steps) {
        return value == null || value.isNaN() || value.isInfinite() ? null : Math.round(value * steps) / (double) steps;
    }
}
