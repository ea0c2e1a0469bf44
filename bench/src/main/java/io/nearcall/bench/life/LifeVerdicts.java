// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

import io.nearcall.bench.peers.Peer;
import io.nearcall.bench.report.Verdict;
import io.nearcall.bench.report.VerdictGroup;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The targets of paced calls, of slices from a cold start and of the hand-over, one line each. */
public final class LifeVerdicts {

    private static final String OWN = NearcallSubject.NAME;
    private static final double BELOW_1 = Math.nextDown(1.0);
    private static final double IN_C_LIMIT = 1.5;
    private static final int FIRST_ROUND = 3;
    private static final double SLICE_LIMIT_NS = 2_000;
    private static final double SAMPLE_LIMIT_US = 1;
    private static final double SAMPLE_LEAST_RATIO = 50;

    private final Life life;
    private final boolean withDirmi;

    /** @param withDirmi whether Dirmi was to be measured */
    public LifeVerdicts(Life life, boolean withDirmi) {
        this.life = life;
        this.withDirmi = withDirmi;
    }

    /** Returns all verdicts. There are none about paced calls and the sample if these were left out. */
    public List<Verdict> all() {
        List<Verdict> verdicts = new ArrayList<>();
        if (!life.paced().isEmpty()) {
            for (int perSecond : PacedRun.RATES) {
                for (boolean bound : new boolean[] {false, true}) {
                    verdicts.addAll(paced(perSecond, bound));
                }
            }
        }
        verdicts.add(slices());
        for (HandOverPlace place : HandOverPlace.values()) {
            verdicts.add(handOver(place));
        }
        if (!life.rmiSamples().isEmpty()) {
            verdicts.addAll(rmiSamples());
        }
        return verdicts.stream().map(each -> each.in(VerdictGroup.LIFE)).toList();
    }

    private List<Verdict> paced(int perSecond, boolean bound) {
        String what = String.format(
                Locale.ROOT, "%,d orders a second%s, ", perSecond, bound ? ", each side bound to a CPU" : "");
        List<Verdict> verdicts = new ArrayList<>();
        for (Percentile each : Percentile.values()) {
            verdicts.add(belowInEach(what, each, RmiSubject.NAME, perSecond, bound));
            if (withDirmi) {
                verdicts.add(belowInEach(what, each, Peer.DIRMI.system(), perSecond, bound));
            }
        }
        verdicts.add(Verdict.atMost(
                what + "p50 from the 10th second on: x two C processes over a futex, at most " + IN_C_LIMIT,
                IN_C_LIMIT,
                laterRatio(perSecond, bound)));
        return verdicts;
    }

    private Verdict belowInEach(String of, Percentile percentile, String other, int perSecond, boolean bound) {
        String what =
                of + percentile.title + " of each ten seconds, the worst of them: x that of " + other + ", below 1";
        Optional<PacedTimes> own = find(OWN, perSecond, bound);
        Optional<PacedTimes> others = find(other, perSecond, bound);
        if (own.isEmpty() || others.isEmpty()) {
            return Verdict.atMost(what, BELOW_1, List.of());
        }
        OptionalDouble worst = worstRatio(percentile.of(own.get()), percentile.of(others.get()));
        return worst.isEmpty()
                ? Verdict.notJudged(what, "too few calls")
                : Verdict.atMost(what, BELOW_1, List.of(worst.getAsDouble()));
    }

    /** Returns the greatest ratio of two windows of the same time. Empty if a value is missing. */
    private static OptionalDouble worstRatio(List<Double> own, List<Double> others) {
        return own.contains(null) || others.contains(null)
                ? OptionalDouble.empty()
                : IntStream.range(0, own.size())
                        .mapToDouble(i -> own.get(i) / others.get(i))
                        .max();
    }

    /** What is compared in each window. */
    private enum Percentile {
        P50("p50", PacedTimes.Window::p50Ns),
        P99("p99", PacedTimes.Window::p99Ns);

        private final String title;
        private final Function<PacedTimes.Window, Double> of;

        Percentile(String title, Function<PacedTimes.Window, Double> of) {
            this.title = title;
            this.of = of;
        }

        private List<Double> of(PacedTimes times) {
            return Arrays.asList(times.windows().stream().map(of).toArray(Double[]::new)); // may have null
        }
    }

    private List<Double> laterRatio(int perSecond, boolean bound) {
        Optional<Double> own = find(OWN, perSecond, bound).map(PacedTimes::laterP50Ns);
        Optional<Double> inC = find(Paced.IN_C, perSecond, bound).map(PacedTimes::laterP50Ns);
        return own.isEmpty() || inC.isEmpty() ? List.of() : List.of(own.get() / inC.get());
    }

    private Optional<PacedTimes> find(String system, int perSecond, boolean bound) {
        return life.paced().stream()
                .filter(each -> each.is(system, perSecond, bound))
                .map(Paced::times)
                .findFirst();
    }

    private Verdict slices() {
        String what = "from a cold start, in turns with RMI: slices of " + OWN
                + " with a median above 2 us, from round 3 on, none";
        double slow = life.slices().stream()
                .mapToLong(each -> each.slowFrom(FIRST_ROUND, SLICE_LIMIT_NS))
                .sum();
        return Verdict.atMost(what, 0, life.slices().isEmpty() ? List.of() : List.of(slow));
    }

    private Verdict handOver(HandOverPlace place) {
        return Verdict.atMost(
                place.title() + ", add p50: x the best way to hand over in C, at most " + IN_C_LIMIT,
                IN_C_LIMIT,
                life.handOvers().stream()
                        .filter(each -> each.place() == place)
                        .map(HandOver::ratioToBest)
                        .toList());
    }

    private List<Verdict> rmiSamples() {
        String what = "samples/run from-rmi, int free(): ";
        List<RmiSample> samples = life.rmiSamples();
        return List.of(
                Verdict.atMost(
                        what + "us, at most 1",
                        SAMPLE_LIMIT_US,
                        samples.stream().map(RmiSample::nearcallP50Us).toList()),
                Verdict.atLeast(
                        what + "x faster than RMI, at least 50",
                        SAMPLE_LEAST_RATIO,
                        samples.stream().map(RmiSample::timesAsFast).toList()));
    }
}
