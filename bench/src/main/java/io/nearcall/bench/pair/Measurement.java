// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import io.nearcall.bench.Workload;
import io.nearcall.bench.measure.Quantile;
import java.util.List;

/**
 * What one pair of JVMs found out about one system at one workload. What was not or could not be measured is null.
 *
 * @param variant of the floor: which one was the fastest of them; null of others
 * @param threads how many callers there were at a time
 * @param turnP50Ns median over turns of its median in a slice: what ratios compare
 * @param ratioToFloor median over turns of (its median in a slice / the floor's median in the slice of the same turn)
 * @param ratioToFloorAndKryo the same with the floor's median plus two Kryo round trips of the same turn below the line
 * @param leastTurnP50Ns the least of its medians in a slice
 * @param curve percentiles of single calls
 */
public record Measurement(
        String system,
        String variant,
        Workload workload,
        int threads,
        double p50Ns,
        Double turnP50Ns,
        Double p99Ns,
        Double p999Ns,
        double meanNs,
        double callsPerSecond,
        Double clientAllocBytesPerCall,
        Double serverAllocBytesPerCall,
        Double ratioToFloor,
        Double ratioToFloorAndKryo,
        Double leastTurnP50Ns,
        List<Quantile> curve) {

    /** To what its workload is compared with: the floor, of an order also what Kryo takes. */
    public Double ratioToBaseline() {
        return workload == Workload.ORDER && ratioToFloorAndKryo != null ? ratioToFloorAndKryo : ratioToFloor;
    }

    /** By p50 for one caller, by calls per second for more. */
    public double timesFasterThan(Measurement other) {
        return threads == 1 ? other.p50Ns / p50Ns : callsPerSecond / other.callsPerSecond;
    }

    public boolean is(String otherSystem, Workload otherWorkload, int otherThreads) {
        return system.equals(otherSystem) && workload == otherWorkload && threads == otherThreads;
    }
}
