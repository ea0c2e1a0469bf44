// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import io.nearcall.bench.pair.IdleCost;
import io.nearcall.bench.pair.IdleServers;
import io.nearcall.bench.start.ColdStart;
import io.nearcall.bench.subject.NearcallSubject;
import java.util.List;
import java.util.Map;

/** The targets of whole processes, one line each: what an idle server uses, and a client's start. */
public final class ProcessVerdicts {

    /** Per cent of a CPU: an idle JVM's varies by about as much as this from one look to the next. */
    private static final double IDLE_TOLERANCE = 0.1;

    private final Map<String, IdleCost> idle;
    private final List<ColdStart> starts;

    public ProcessVerdicts(Map<String, IdleCost> idle, List<ColdStart> starts) {
        this.idle = idle;
        this.starts = starts;
    }

    public List<Verdict> all() {
        return List.of(idleServer().in(VerdictGroup.RESOURCES), coldStart().in(VerdictGroup.LIFE));
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

    private Verdict coldStart() {
        return Verdict.notJudged(
                "cold start of a client",
                starts.isEmpty() ? "not measured" : "no limit: its parts, and RMI's, are above");
    }
}
