// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import io.nearcall.bench.curve.CurveWork;
import io.nearcall.bench.curve.FirstCalls;
import io.nearcall.bench.peers.Peer;
import io.nearcall.bench.subject.HandCodedSubject;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** The targets of the first calls of fresh JVMs, one line each. A ratio is taken within a round. */
public final class CurveVerdicts {

    private static final String OWN = NearcallSubject.NAME;
    private static final double LATER_LIMIT = 1.5;

    /** Aeron needs no code of its own for each interface. Its lead at the end is the cost of the call. */
    private static final double LAST_AERON_LIMIT = 1.25;

    private static final List<Integer> MARKS = FirstCalls.MARKS;
    private static final List<Integer> FIRST_MARKS = MARKS.subList(0, MARKS.size() - 1);
    private static final List<Integer> LAST_MARK = MARKS.subList(MARKS.size() - 1, MARKS.size());

    private final List<List<FirstCalls>> rounds;

    /** @param rounds the results of each round */
    public CurveVerdicts(List<List<FirstCalls>> rounds) {
        this.rounds = rounds;
    }

    public List<Verdict> all() {
        List<Verdict> verdicts = new ArrayList<>();
        for (CurveWork work : measured()) {
            verdicts.add(atMarks(work, RmiSubject.NAME, "RMI's", MARKS, 1));
        }
        CurveWork order = CurveWork.ORDER;
        verdicts.add(atMarks(order, HandCodedSubject.NAME, "that of an order coded by hand", MARKS, 1));
        verdicts.add(Verdict.atMost(
                "order, at last: x one coded by hand, at most 1",
                1,
                ofEachRound(order, HandCodedSubject.NAME, (own, other) -> own.finalP50Ns() / other.finalP50Ns())));
        verdicts.add(later());
        return verdicts.stream().map(verdict -> verdict.in(VerdictGroup.LIFE)).toList();
    }

    private Verdict later() {
        String what = "order, from the 20,000th to the 30,000th call: x the time at last, at most " + LATER_LIMIT;
        List<Double> ofEachRound = ofEachRound(
                CurveWork.ORDER,
                OWN,
                (own, same) -> own.laterP50Ns() == null ? Double.NaN : own.laterP50Ns() / own.finalP50Ns());
        return ofEachRound.isEmpty()
                ? Verdict.notJudged(what, "fewer calls in the time that there was")
                : Verdict.atMost(what, LATER_LIMIT, ofEachRound);
    }

    /** Returns the targets that name a peer. */
    public List<Verdict> ofPeers() {
        List<Verdict> verdicts = new ArrayList<>();
        for (CurveWork work : measured()) {
            verdicts.add(atMarks(work, Peer.DIRMI.system(), "Dirmi's", MARKS, 1));
        }
        String coded = "that of one coded by hand over Aeron";
        verdicts.add(atMarks(CurveWork.ORDER, Peer.AERON.system(), coded, FIRST_MARKS, 1));
        verdicts.add(atMarks(CurveWork.ORDER, Peer.AERON.system(), coded, LAST_MARK, LAST_AERON_LIMIT));
        return verdicts.stream().map(verdict -> verdict.in(VerdictGroup.PEERS)).toList();
    }

    private List<CurveWork> measured() {
        return List.of(CurveWork.values()).stream()
                .filter(work ->
                        rounds.stream().anyMatch(round -> find(round, work, OWN).isPresent()))
                .toList();
    }

    private Verdict atMarks(CurveWork work, String other, String whose, List<Integer> marks, double limit) {
        String which = marks.size() == 1
                ? String.format(Locale.ROOT, "until the %,dth call", marks.get(0))
                : String.format(Locale.ROOT, "until call 100 to %,d, the worst", marks.get(marks.size() - 1));
        return Verdict.atMost(
                work.title() + ", time since the first call " + which + ": x " + whose + ", at most "
                        + (limit == 1 ? "1" : Double.toString(limit)),
                limit,
                ofEachRound(work, other, (own, others) -> worst(own, others, marks)));
    }

    private List<Double> ofEachRound(CurveWork work, String other, Comparison comparison) {
        return rounds.stream()
                .map(round -> find(round, work, OWN)
                        .flatMap(own -> find(round, work, other).map(others -> comparison.of(own, others))))
                .flatMap(Optional::stream)
                .filter(ratio -> !ratio.isNaN())
                .toList();
    }

    /** Returns a ratio of both; NaN if there is none. */
    private interface Comparison {
        double of(FirstCalls own, FirstCalls other);
    }

    private static Optional<FirstCalls> find(List<FirstCalls> round, CurveWork work, String system) {
        return round.stream()
                .filter(each -> each.system().equals(system) && each.work().equals(work.title()))
                .findFirst();
    }

    private static double worst(FirstCalls own, FirstCalls other, List<Integer> marks) {
        Function<Integer, Double> ratio = mark -> other.nsAt(mark)
                .map(others -> own.nsAt(mark).orElseGet(() -> atLastRate(own, mark)) / others)
                .orElse(null);
        return marks.stream()
                .map(ratio)
                .filter(Objects::nonNull)
                .max(Double::compare)
                .orElse(Double.NaN);
    }

    /**
     * Returns when a call would have been answered that did not fit in the time, if calls went on at the same average
     * rate.
     */
    private static double atLastRate(FirstCalls own, int mark) {
        FirstCalls.Point last = own.points().get(own.points().size() - 1);
        return last.ns() * mark / last.call();
    }
}
