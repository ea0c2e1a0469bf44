// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.switches;

import io.nearcall.bench.Workload;
import io.nearcall.bench.quoted.QuotedComparison.Cost;
import io.nearcall.bench.quoted.QuotedComparison.Look;
import io.nearcall.bench.quoted.Turns;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Measures everything. All pairs of JVMs take turns, slice by slice, because the host's state changes. What is not part of an
 * endpoint, such as a watching process, is beside the pair with nothing switched on, or is not, by turns.
 */
final class SwitchesRun {

    private static final List<Workload> WORKS = List.of(Workload.PING, Workload.ADD);
    private static final long PACE_NS = 10_000;
    private static final String PING = Workload.PING.label();

    /** A call that a caller has waited for so long wakes the watch. */
    private static final long WATCH_WAKES_MS = 1_500;

    private static final Turns.Row PACED = new Turns.Row("nothing, 100,000 calls a second", PING, "");
    private static final Turns.Row PACED_RECORDING =
            new Turns.Row("a flight recording with `nearcall.jfc`, 100,000 calls a second", PING, "1.03 times");
    private static final Turns.Row TOP = new Turns.Row("nothing, and `nearcall top` watches", PING, "1.01 times");
    private static final Turns.Row WATCH =
            new Turns.Row("nothing, and another call takes long: the watch for deadlocks looks", PING, "");

    private final SwitchesPlan plan;
    private final Path scratch;
    private final NearcallCommand command;
    private final Turns turns = new Turns();
    private final List<Look> looks = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();

    SwitchesRun(SwitchesPlan plan, Path scratch, Path nearcallProgram) throws IOException {
        this.plan = plan;
        this.scratch = scratch;
        this.command = new NearcallCommand(nearcallProgram, scratch);
    }

    void measure() throws IOException, InterruptedException {
        Set<OptIn> possible = EnumSet.allOf(OptIn.class);
        String obstacle = NoTmpfs.obstacle(scratch);
        if (obstacle != null) {
            possible.remove(OptIn.NO_PAGE);
            leftOut.add(OptIn.NO_PAGE.title() + ", because " + obstacle);
        }
        for (int i = 1; i <= plan.pairs(); i++) {
            System.err.println("pairs of JVMs, " + i + " of " + plan.pairs() + " ...");
            measurePairs(possible, i == plan.pairs());
        }
    }

    private void measurePairs(Set<OptIn> possible, boolean last) throws IOException, InterruptedException {
        Map<OptIn, SwitchedPair> pairs = new EnumMap<>(OptIn.class);
        try {
            for (OptIn each : possible) {
                SwitchedPair pair = SwitchedPair.start(each, scratch);
                pairs.put(each, pair);
                for (Workload work : WORKS) {
                    pair.warm(work, plan.warmUp());
                }
            }
            takeTurns(List.copyOf(pairs.values()));
            pace(pairs.get(OptIn.NOTHING), pairs.get(OptIn.RECORDING));
            watch(pairs.get(OptIn.NOTHING), last);
            if (last) {
                System.err.println("the command ...");
                looks.addAll(0, command.starts(plan.starts()));
            }
            turns.endPair();
        } finally {
            pairs.values().forEach(SwitchedPair::close);
        }
    }

    /** Every second turn backwards, so that nobody is always behind the same one. */
    private void takeTurns(List<SwitchedPair> pairs) throws IOException, InterruptedException {
        for (Workload work : WORKS) {
            for (int turn = 0; turn < plan.turns(); turn++) {
                Map<OptIn, Slice> slices = new EnumMap<>(OptIn.class);
                for (int i = 0; i < pairs.size(); i++) {
                    SwitchedPair pair = pairs.get(turn % 2 == 0 ? i : pairs.size() - 1 - i);
                    slices.put(pair.optIn(), pair.slice(work, plan.sliceMs()));
                }
                double baselineNs = slices.get(OptIn.NOTHING).p50Ns();
                slices.forEach((optIn, slice) -> turns.add(
                        new Turns.Row(optIn.title(), work.label(), optIn.target()), slice.p50Ns(), baselineNs));
            }
        }
    }

    private void pace(SwitchedPair nothing, SwitchedPair recording) throws IOException, InterruptedException {
        nothing.pace(PACE_NS, plan.pacedMs()); // waits of that length are new to the JIT, which compiles again
        recording.pace(PACE_NS, plan.pacedMs());
        for (int turn = 0; turn < plan.pacedTurns(); turn++) {
            double baselineNs = nothing.pace(PACE_NS, plan.pacedMs()).p50Ns();
            turns.add(PACED, baselineNs, baselineNs);
            turns.add(PACED_RECORDING, recording.pace(PACE_NS, plan.pacedMs()).p50Ns(), baselineNs);
        }
    }

    /** Means, because what others take of the CPU is in them only. */
    private void watch(SwitchedPair pair, boolean last) throws IOException, InterruptedException {
        try (NearcallCommand.Top top = command.new Top()) {
            for (int i = 0; i < plan.segments(); i++) {
                double baselineNs = pair.slice(Workload.PING, plan.segmentMs()).meanNs();
                top.go();
                turns.add(TOP, pair.slice(Workload.PING, plan.segmentMs()).meanNs(), baselineNs);
                top.stop();
                pair.beginLongCall(2 * WATCH_WAKES_MS + plan.segmentMs());
                Thread.sleep(WATCH_WAKES_MS); // until the watch looks
                turns.add(WATCH, pair.slice(Workload.PING, plan.segmentMs()).meanNs(), baselineNs);
                Thread.sleep(WATCH_WAKES_MS); // until that call is over, nearly
            }
            if (last) {
                looks.add(top.share(plan.watchMs()));
            }
        }
    }

    List<Cost> costs() {
        return turns.costs();
    }

    List<Look> looks() {
        return looks;
    }

    /** What could not be measured here, and why. */
    List<String> leftOut() {
        return leftOut;
    }
}
