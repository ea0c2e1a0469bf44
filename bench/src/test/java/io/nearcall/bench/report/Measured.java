// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import io.nearcall.bench.Workload;
import io.nearcall.bench.pair.Measurement;
import java.util.List;

/** Measurements as a pair of JVMs might have made them. */
final class Measured {

    private Measured() {}

    static Measurement call(String system, Workload workload, double p50Ns, Double ratioToFloor) {
        return new Measurement(
                system,
                workload,
                1,
                p50Ns,
                null,
                null,
                p50Ns,
                1e9 / p50Ns,
                0.0,
                0.0,
                ratioToFloor,
                null,
                null,
                List.of());
    }

    static Measurement floor(double p50Ns) {
        return call("floor", Workload.PING, p50Ns, 1.0);
    }

    static PairResults pair(Measurement... measurements) {
        return new PairResults(List.of(measurements));
    }
}
