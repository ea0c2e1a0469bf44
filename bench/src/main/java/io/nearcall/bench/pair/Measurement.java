// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import io.nearcall.bench.Workload;
import io.nearcall.bench.measure.Quantile;
import java.util.List;

/**
 * What one pair of JVMs found about one system at one workload. A value that was not or could not be measured is null.
 *
 * @param variant for the floor, its fastest variant; null for other systems
 * @param threads the number of callers at a time
 * @param turnP50Ns the median over turns of its median in a slice: ratios compare this
 * @param ratioToFloor median over turns of (its median in a slice / the floor's median in the slice of the same turn)
 * @param ratioToFloorAndKryo the same, divided by the floor's median plus two Kryo round trips of the same turn
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

    /** Returns the ratio to the baseline of its workload: the floor, and for an order also the time of Kryo. */
    public Double ratioToBaseline() {
        return workload == Workload.ORDER && ratioToFloorAndKryo != null ? ratioToFloorAndKryo : ratioToFloor;
    }

    /** Compares p50 for one caller, and calls per second for more. */
    public double timesFasterThan(Measurement other) {
        return threads == 1 ? other.p50Ns / p50Ns : callsPerSecond / other.callsPerSecond;
    }

    public boolean is(String otherSystem, Workload otherWorkload, int otherThreads) {
        return system.equals(otherSystem) && workload == otherWorkload && threads == otherThreads;
    }
}
