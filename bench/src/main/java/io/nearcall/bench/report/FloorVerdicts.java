// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import io.nearcall.bench.Workload;
import io.nearcall.bench.pair.Measurement;
import io.nearcall.bench.subject.FloorSubject;
import java.util.List;

/** That the yardstick is one, one line for each workload: the floor in Java is about as fast as the same in C. */
public final class FloorVerdicts {

    private static final double C_LIMIT = 1.2;

    private final Results results;

    public FloorVerdicts(Results results) {
        this.results = results;
    }

    public List<Verdict> all() {
        return Workload.BUSY.stream()
                .filter(workload -> !workload.isText())
                .map(workload -> Verdict.atMost(
                        "the floor itself, " + workload.title() + ": x the same in C, at most " + C_LIMIT,
                        C_LIMIT,
                        results.ofEachPair(FloorSubject.NAME, workload, 1, Measurement::ratioToC)))
                .toList();
    }
}
