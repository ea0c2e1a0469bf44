// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import io.nearcall.bench.Workload;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The targets of calls between two JVMs on one CPU, one line each: Nearcall is faster at every workload. */
public final class OneCpuVerdicts {

    private final Results results;

    public OneCpuVerdicts(Results results) {
        this.results = results;
    }

    public List<Verdict> all() {
        List<Verdict> verdicts = new ArrayList<>();
        for (String own : List.of(NearcallSubject.ONE_CPU, NearcallSubject.FIFO_ONE_CPU)) {
            for (Workload workload : Workload.BUSY) {
                Verdict verdict = Verdict.atLeast(
                        "both on one CPU, " + own + ", " + workload.title() + ": x faster than RMI there, at least 1",
                        1,
                        results.pairs().stream()
                                .flatMap(pair -> timesFaster(pair, own, workload))
                                .toList());
                verdicts.add(workload.isSized() ? verdict.in(VerdictGroup.PAYLOADS) : verdict);
            }
        }
        return verdicts;
    }

    private static Stream<Double> timesFaster(PairResults pair, String system, Workload workload) {
        return pair.find(system, workload, 1).stream()
                .flatMap(own ->
                        pair.find(RmiSubject.NAME_ONE_CPU, workload, 1).stream().map(own::timesFasterThan));
    }
}
