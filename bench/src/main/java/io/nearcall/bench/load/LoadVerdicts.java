// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import io.nearcall.bench.measure.Median;
import io.nearcall.bench.report.Verdict;
import io.nearcall.bench.report.VerdictGroup;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The targets of the loads, one line each. Values are compared within a turn. The median of the turns counts. */
public final class LoadVerdicts {

    private static final String OWN = NearcallSubject.NAME;
    private static final int VIRTUAL_THREADS_RMI_LIMIT = 5;
    private static final double MESSAGES_RING_LIMIT = 0.25;
    private static final int CONNECTION_KIB_LIMIT = 300;
    private static final double IDLE_CPU_LIMIT = 0.1;
    private static final int LONGEST_MS_LIMIT = 1_000;

    private final List<LoadFigure> figures;

    public LoadVerdicts(List<LoadFigure> figures) {
        this.figures = figures;
    }

    public List<Verdict> all() {
        List<Verdict> verdicts = new ArrayList<>();
        verdicts.addAll(busy());
        verdicts.addAll(idle());
        return verdicts;
    }

    private List<Verdict> busy() {
        return Stream.of(
                        virtualThreads(),
                        messages(BatchDelivery.NAME, "one-way calls in batches"),
                        messages(StreamDelivery.NAME, "streamed items"),
                        beside(NeighbourLoad.PING_MEDIAN, "ping p50", false),
                        beside(NeighbourLoad.PING_MEAN, "ping mean", false),
                        beside(NeighbourLoad.RATE, "8 callers", true),
                        Verdict.atMost(
                                "beside busy neighbours, the longest ping: ms, at most " + LONGEST_MS_LIMIT,
                                LONGEST_MS_LIMIT,
                                find(NeighbourLoad.NAME, OWN, NeighbourLoad.PING_LONGEST)
                                        .map(longest -> List.of(longest.most()))
                                        .orElse(List.of())))
                .map(verdict -> verdict.in(VerdictGroup.LOAD))
                .toList();
    }

    private List<Verdict> idle() {
        List<Verdict> verdicts = new ArrayList<>();
        for (String side : List.of(IdleConnections.SERVER, IdleConnections.CLIENT)) {
            verdicts.add(Verdict.atMost(
                    "an idle connection, " + side + ": KiB resident, at most " + CONNECTION_KIB_LIMIT,
                    CONNECTION_KIB_LIMIT,
                    idle(side, IdleConnections.MEMORY)));
            verdicts.add(Verdict.atMost(
                    IdleConnections.COUNT + " idle connections, " + side + ": % of a CPU beyond sleep, at most "
                            + IDLE_CPU_LIMIT,
                    IDLE_CPU_LIMIT,
                    cpuBeyondSleeping(side)));
        }
        return verdicts.stream()
                .map(verdict -> verdict.in(VerdictGroup.RESOURCES))
                .toList();
    }

    private Verdict virtualThreads() {
        String what = "add, 1000 virtual threads: x the calls/s of RMI, at least " + VIRTUAL_THREADS_RMI_LIMIT;
        List<Double> times = ratio(VirtualThreadLoad.NAME, VirtualThreadLoad.RATE, OWN, RmiSubject.NAME);
        return times.isEmpty()
                ? Verdict.notJudged(what, "no JDK 21 or newer")
                : Verdict.atLeast(what, VIRTUAL_THREADS_RMI_LIMIT, times);
    }

    private Verdict messages(String delivery, String what) {
        return Verdict.atLeast(
                what + ": x a bare ring's rate, at least " + MESSAGES_RING_LIMIT,
                MESSAGES_RING_LIMIT,
                ratio(MessageLoad.NAME, MessageLoad.RATE, delivery, RingDelivery.NAME));
    }

    private Verdict beside(String quantity, String what, boolean moreIsBetter) {
        List<Double> times = moreIsBetter
                ? ratio(NeighbourLoad.NAME, quantity, OWN, RmiSubject.NAME)
                : ratio(NeighbourLoad.NAME, quantity, RmiSubject.NAME, OWN);
        return Verdict.atLeast("beside busy neighbours, " + what + ": x faster than RMI, at least 1", 1, times);
    }

    private List<Double> idle(String side, String quantity) {
        return find(IdleConnections.NAME, side, quantity)
                .map(found -> List.of(found.median()))
                .orElse(List.of());
    }

    private List<Double> cpuBeyondSleeping(String side) {
        List<Double> own = idle(side, IdleConnections.CPU);
        List<Double> sleeping = idle(IdleConnections.SLEEPING, IdleConnections.CPU);
        return own.isEmpty() || sleeping.isEmpty() ? List.of() : List.of(Math.max(0, own.get(0) - sleeping.get(0)));
    }

    /**
     * Returns the lower median of the turns' ratios, as more is better. Empty if one of the systems was not measured.
     */
    private List<Double> ratio(String load, String quantity, String over, String under) {
        Optional<LoadFigure> above = find(load, over, quantity);
        Optional<LoadFigure> below = find(load, under, quantity);
        if (above.isEmpty() || below.isEmpty()) {
            return List.of();
        }
        List<Double> ratios = new ArrayList<>();
        for (int turn = 0; turn < below.get().values().size(); turn++) {
            ratios.add(above.get().values().get(turn) / below.get().values().get(turn));
        }
        return List.of(Median.lower(ratios));
    }

    private Optional<LoadFigure> find(String load, String system, String quantity) {
        return figures.stream().filter(each -> each.is(load, system, quantity)).findFirst();
    }
}
