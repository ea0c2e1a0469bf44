// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import io.nearcall.bench.pair.IdleCost;
import io.nearcall.bench.pair.IdleServers;
import io.nearcall.bench.start.Archive;
import io.nearcall.bench.start.ColdStart;
import io.nearcall.bench.start.FreshClient;
import io.nearcall.bench.start.NearcallPartsStart;
import io.nearcall.bench.subject.NearcallSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The targets of whole processes, one line each: what an idle server uses, and the start of a client. */
public final class ProcessVerdicts {

    /** Per cent of a CPU. An idle JVM's value varies by about this much from one look to the next. */
    private static final double IDLE_TOLERANCE = 0.1;

    private static final double START_LIMIT = 1.25;
    private static final double BUILT_START_LIMIT = 1;
    private static final double ARCHIVED_START_LIMIT = 0.75;
    private static final double BUILT_STUB_LIMIT_MS = 3;

    private final Map<String, IdleCost> idle;
    private final List<ColdStart> starts;

    public ProcessVerdicts(Map<String, IdleCost> idle, List<ColdStart> starts) {
        this.idle = idle;
        this.starts = starts;
    }

    public List<Verdict> all() {
        List<Verdict> all = new ArrayList<>(List.of(idleServer().in(VerdictGroup.RESOURCES)));
        addStarts(
                all,
                "greet(String)",
                FreshClient.NEARCALL_GREETING,
                FreshClient.NEARCALL_BUILT_GREETING,
                FreshClient.RMI_GREETING);
        addStarts(all, "place(Order)", FreshClient.NEARCALL, FreshClient.NEARCALL_BUILT, FreshClient.RMI);
        all.add(builtStub());
        return all;
    }

    private Verdict idleServer() {
        String what = "idle server: % of a CPU beyond a sleeping JVM's, at most " + IDLE_TOLERANCE;
        IdleCost own = idle.get(NearcallSubject.NAME);
        IdleCost sleeping = idle.get(IdleServers.SLEEPING);
        return Verdict.atMost(
                what,
                IDLE_TOLERANCE,
                own == null || sleeping == null
                        ? List.of()
                        : List.of(Math.max(0, 100 * (own.cpuShare() - sleeping.cpuShare()))));
    }

    private void addStarts(List<Verdict> all, String call, FreshClient own, FreshClient ownBuilt, FreshClient rmi) {
        String what = "process start to first " + call + ", ";
        all.add(start(what + "without classes made at build time: x RMI's", START_LIMIT, own.row(Archive.NONE), rmi));
        String built = what + "with classes made at build time: x RMI's";
        all.add(start(built, BUILT_START_LIMIT, ownBuilt.row(Archive.NONE), rmi));
        all.add(archivedStart(what, Archive.CLASSES, own, rmi));
        // Not every JDK can make such an archive.
        if (find(own.row(Archive.AOT_CACHE)).isPresent()) {
            all.add(archivedStart(what, Archive.AOT_CACHE, own, rmi));
        }
    }

    private Verdict archivedStart(String what, Archive archive, FreshClient own, FreshClient rmi) {
        String both = what + archive.title() + " on both sides: x RMI's without";
        return start(both, ARCHIVED_START_LIMIT, own.row(archive), rmi);
    }

    private Verdict start(String what, double limit, String own, FreshClient rmi) {
        List<Double> ofEachRound = find(own)
                .flatMap(found -> find(rmi.row(Archive.NONE)).map(found::ratiosTo))
                .orElse(List.of());
        return Verdict.atMost(what + ", at most " + limit, limit, ofEachRound).in(VerdictGroup.LIFE);
    }

    /** A generated one takes several times as long. */
    private Verdict builtStub() {
        List<Double> ofAllRounds = find(FreshClient.NEARCALL_BUILT_IN_PARTS.row(Archive.NONE)).stream()
                .flatMap(start -> start.phases().stream())
                .filter(phase -> phase.name().equals(NearcallPartsStart.STUB))
                .map(ColdStart.Phase::ms)
                .toList();
        return Verdict.atMost(
                        "first stub of a process, with classes from the build: ms, at most " + BUILT_STUB_LIMIT_MS,
                        BUILT_STUB_LIMIT_MS,
                        ofAllRounds)
                .in(VerdictGroup.LIFE);
    }

    private Optional<ColdStart> find(String row) {
        return starts.stream().filter(each -> each.system().equals(row)).findFirst();
    }
}
