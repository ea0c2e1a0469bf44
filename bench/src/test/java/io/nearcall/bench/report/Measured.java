// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import io.nearcall.bench.Workload;
import io.nearcall.bench.measure.Quantile;
import io.nearcall.bench.pair.Measurement;
import java.util.List;

/** Measurements as a pair of JVMs might have made them. */
final class Measured {

    private Measured() {}

    static Measurement call(String system, Workload workload, double p50Ns, Double ratioToFloor) {
        return of(system, workload, p50Ns, p50Ns, null, 0, ratioToFloor);
    }

    /** The same whose median in a usual turn is another than that of all its calls. */
    static Measurement callInTurns(
            String system, Workload workload, double p50Ns, double turnP50Ns, double leastTurnP50Ns) {
        return new Measurement(
                system,
                system.startsWith("floor") ? system + "/pause" : null,
                workload,
                1,
                p50Ns,
                turnP50Ns,
                null,
                null,
                p50Ns,
                1e9 / p50Ns,
                0.0,
                0.0,
                1.0,
                null,
                leastTurnP50Ns,
                List.of());
    }

    private static Measurement of(
            String system,
            Workload workload,
            double p50Ns,
            double turnP50Ns,
            Double p99Ns,
            double bytesOnEachSide,
            Double ratioToFloor) {
        return new Measurement(
                system,
                system.startsWith("floor") ? system + "/pause" : null,
                workload,
                1,
                p50Ns,
                turnP50Ns,
                p99Ns,
                null,
                p50Ns,
                1e9 / p50Ns,
                bytesOnEachSide,
                bytesOnEachSide,
                ratioToFloor,
                null,
                turnP50Ns,
                List.of());
    }

    /** An order, compared with the floor and Kryo as well. */
    static Measurement order(String system, double p50Ns, double ratioToFloor, double ratioToFloorAndKryo) {
        return new Measurement(
                system,
                null,
                Workload.ORDER,
                1,
                p50Ns,
                p50Ns,
                null,
                null,
                p50Ns,
                1e9 / p50Ns,
                0.0,
                0.0,
                ratioToFloor,
                ratioToFloorAndKryo,
                p50Ns,
                List.of(new Quantile(50, p50Ns)));
    }

    /** The same with a 99th percentile. */
    static Measurement callWithP99(String system, Workload workload, double p50Ns, double p99Ns) {
        return of(system, workload, p50Ns, p50Ns, p99Ns, 0, null);
    }

    /** The same of which each side allocates so much. */
    static Measurement allocating(String system, Workload workload, double bytesOnEachSide) {
        return of(system, workload, 200, 200, null, bytesOnEachSide, null);
    }

    static Measurement floor(double p50Ns) {
        return call("floor", Workload.PING, p50Ns, 1.0);
    }

    static Verdict verdict(List<Verdict> all, String beginning) {
        return all.stream()
                .filter(each -> each.what().startsWith(beginning))
                .findFirst()
                .orElseThrow();
    }

    static PairResults pair(Measurement... measurements) {
        return new PairResults(List.of(measurements));
    }
}
