// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench;

import io.nearcall.bench.report.ResultRow;
import io.nearcall.bench.report.Verdict;
import io.nearcall.bench.report.VerdictGroup;
import io.nearcall.bench.subject.CFloorSubject;
import io.nearcall.bench.subject.FloorSubject;
import io.nearcall.bench.subject.FreshFloorSubject;
import io.nearcall.bench.subject.KryoRoundTrip;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Checks whether a trial of all systems has found a value for every row and every target that a run must have. */
final class TrialCheck {

    private static final int MANY = 8;

    /** The outcome of a target whose measurement is missing. Other reasons not to judge lie in the host or the JDK. */
    private static final String MISSING = "not judged (not measured)";

    /** The least number of targets in each group. Targets that name peers are judged only where peers are measured. */
    private static final Map<VerdictGroup, Integer> TARGETS = Map.of(
            VerdictGroup.CALLS, 15,
            VerdictGroup.PAYLOADS, 20,
            VerdictGroup.LOAD, 15,
            VerdictGroup.LIFE, 35,
            VerdictGroup.RESOURCES, 8);

    private TrialCheck() {}

    /** Returns what is missing, in one line each. */
    static List<String> missing(List<ResultRow> rows, List<Verdict> verdicts) {
        List<String> missing = new ArrayList<>();
        for (Workload workload : Workload.values()) {
            for (String system : of(workload)) {
                find(rows, system, workload, 1, missing);
            }
            if (workload != Workload.SILENCE && !workload.isText()) {
                find(rows, NearcallSubject.NAME, workload, MANY, missing);
                find(rows, RmiSubject.NAME, workload, MANY, missing);
            }
        }
        TARGETS.forEach((group, count) -> {
            int found = group.of(verdicts).size();
            if (found < count) {
                missing.add("targets of " + group.title() + ": " + found + ", at least " + count + " expected");
            }
        });
        verdicts.stream()
                .filter(verdict -> verdict.outcome().equals(MISSING))
                .forEach(verdict -> missing.add("target: " + verdict.what()));
        return missing;
    }

    private static List<String> of(Workload workload) {
        List<String> systems = new ArrayList<>(List.of(
                FloorSubject.NAME,
                FloorSubject.IN_JAVA,
                CFloorSubject.NAME,
                NearcallSubject.NAME,
                NearcallSubject.ONE_CPU,
                NearcallSubject.FIFO_ONE_CPU,
                RmiSubject.NAME,
                RmiSubject.NAME_ONE_CPU));
        if (workload.isSized()) {
            systems.add(FreshFloorSubject.NAME);
        }
        if (workload == Workload.ORDER) {
            systems.add(KryoRoundTrip.NAME);
        }
        return systems;
    }

    private static void find(
            List<ResultRow> rows, String system, Workload workload, int threads, List<String> missing) {
        boolean found = rows.stream()
                .anyMatch(row -> row.system().equals(system)
                        && row.workload().equals(workload.label())
                        && row.payloadBytes() == workload.requestBytes()
                        && row.threads() == threads
                        && arePositive(row.p50Ns(), row.meanNs(), row.callsPerSecond()));
        if (!found) {
            missing.add("row: " + system + ", " + workload.title() + ", callers=" + threads);
        }
    }

    private static boolean arePositive(Double... values) {
        return Arrays.stream(values).allMatch(value -> value != null && value > 0);
    }
}
