// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import io.nearcall.bench.Workload;
import io.nearcall.bench.pair.Measurement;
import io.nearcall.bench.subject.FloorSubject;
import io.nearcall.bench.subject.KryoRoundTrip;
import io.nearcall.bench.subject.NearcallSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The targets of one caller's calls over shared memory, one line each. */
public final class CallVerdicts {

    private static final String OWN = NearcallSubject.NAME;
    private static final List<Workload> PRIMITIVE = List.of(Workload.PING, Workload.ADD);
    private static final List<Workload> SIZED = List.of(
            Workload.TEXT_40,
            Workload.TEXT_4000,
            Workload.TEXT_40000,
            Workload.BYTES_40,
            Workload.BYTES_4000,
            Workload.BYTES_40000);
    private static final double PRIMITIVE_FLOOR_LIMIT = 1.5;
    private static final double ORDER_FLOOR_LIMIT = 1.5;
    private static final double STEADY_ORDER_LIMIT = 1;
    private static final double P99_LIMIT = 2;
    private static final double SIZED_FLOOR_LIMIT = 2;
    private static final double SILENCE_FLOOR_LIMIT = 2;
    private static final int PRIMITIVE_RMI_LIMIT = 100;
    private static final int ORDER_RMI_LIMIT = 25;
    private static final int SILENCE_RMI_LIMIT = 4;
    private static final String DISTURBED = "disturbed";

    private final Results results;

    public CallVerdicts(Results results) {
        this.results = results;
    }

    public List<Verdict> all() {
        List<Verdict> verdicts = new ArrayList<>();
        PRIMITIVE.forEach(each -> verdicts.add(timesFloor(each, PRIMITIVE_FLOOR_LIMIT)));
        PRIMITIVE.forEach(each -> verdicts.add(timesRmiWhereFast(each, PRIMITIVE_RMI_LIMIT)));
        PRIMITIVE.forEach(each -> verdicts.add(timesFloorInP99(each)));
        verdicts.add(timesFloor(
                Workload.ORDER,
                "order: x (floor + two in-process Kryo round trips)",
                ORDER_FLOOR_LIMIT,
                pair -> pair.find(OWN, Workload.ORDER, 1).map(Measurement::ratioToFloorAndKryo)));
        verdicts.add(timesFloor(
                Workload.ORDER,
                "order: x (floor + one in-process Kryo round trip)",
                STEADY_ORDER_LIMIT,
                CallVerdicts::timesFloorAndOneRoundTrip));
        verdicts.add(timesRmiWhereFast(Workload.ORDER, ORDER_RMI_LIMIT));
        SIZED.forEach(each -> verdicts.add(timesFloor(each, SIZED_FLOOR_LIMIT).in(VerdictGroup.PAYLOADS)));
        verdicts.add(timesFloor(Workload.SILENCE, SILENCE_FLOOR_LIMIT).in(VerdictGroup.LIFE));
        verdicts.add(
                timesRmi(Workload.SILENCE, SILENCE_RMI_LIMIT, results.pairs()).in(VerdictGroup.LIFE));
        return verdicts;
    }

    private Verdict timesFloor(Workload workload, double limit) {
        return timesFloor(
                workload,
                workload.title() + ": x the floor",
                limit,
                pair -> pair.find(OWN, workload, 1).map(Measurement::ratioToFloor));
    }

    private static Optional<Double> timesFloorAndOneRoundTrip(PairResults pair) {
        Optional<Double> ownNs = turnNs(pair, OWN);
        Optional<Double> floorNs = turnNs(pair, FloorSubject.NAME);
        Optional<Double> kryoNs = turnNs(pair, KryoRoundTrip.NAME);
        return ownNs.flatMap(own -> floorNs.flatMap(floor -> kryoNs.map(kryo -> own / (floor + kryo))));
    }

    private static Optional<Double> turnNs(PairResults pair, String system) {
        return pair.find(system, Workload.ORDER, 1).map(Measurement::turnP50Ns);
    }

    private Verdict timesFloorInP99(Workload workload) {
        String what = workload.title() + ", p99: x the floor's own p99";
        List<Measurement> measured = results.pairs().stream()
                .flatMap(pair ->
                        Stream.of(FloorSubject.NAME, OWN).flatMap(system -> pair.find(system, workload, 1).stream()))
                .toList();
        if (measured.stream().anyMatch(each -> each.p99Ns() == null)) {
            return Verdict.notJudged(what + ", at most " + P99_LIMIT, "too few calls");
        }
        return timesFloor(workload, what, P99_LIMIT, pair -> {
            Optional<Double> floorNs = pair.find(FloorSubject.NAME, workload, 1).map(Measurement::p99Ns);
            Optional<Double> ownNs = pair.find(OWN, workload, 1).map(Measurement::p99Ns);
            return ownNs.flatMap(own -> floorNs.map(floor -> own / floor));
        });
    }

    /** Judges the pairs in which nobody disturbed the floor of the workload. */
    private Verdict timesFloor(
            Workload workload, String what, double limit, Function<PairResults, Optional<Double>> ratio) {
        String whole = what + ", at most " + limit;
        Map<Boolean, List<PairResults>> pairs =
                results.pairs().stream().collect(Collectors.partitioningBy(pair -> pair.isDisturbedAt(workload)));
        List<Double> disturbed = ofEach(pairs.get(true), ratio);
        return pairs.get(false).isEmpty()
                ? Verdict.notJudged(whole, "floor disturbed").beside(disturbed, DISTURBED)
                : Verdict.atMost(whole, limit, ofEach(pairs.get(false), ratio)).beside(disturbed, DISTURBED);
    }

    private static List<Double> ofEach(List<PairResults> pairs, Function<PairResults, Optional<Double>> ratio) {
        return pairs.stream().flatMap(pair -> ratio.apply(pair).stream()).toList();
    }

    /** Shows all pairs, and judges those in which the caches were as fast as they ever were in this run. */
    private Verdict timesRmiWhereFast(Workload workload, int limit) {
        if (results.pairs().stream().noneMatch(PairResults::hasFloor)) {
            return Verdict.notJudged(whatOfRmi(workload, limit), "the floor was not measured")
                    .beside(ofEach(results.pairs(), pair -> timesRmi(pair, workload)), "unknown state");
        }
        Map<Boolean, List<PairResults>> pairs = results.pairs().stream()
                .collect(Collectors.partitioningBy(pair -> results.isFast(pair) && !pair.isDisturbedAt(Workload.PING)));
        Verdict verdict = pairs.get(true).isEmpty()
                ? Verdict.notJudged(whatOfRmi(workload, limit), "no pair in the fast state")
                : timesRmi(workload, limit, pairs.get(true));
        return verdict.beside(ofEach(pairs.get(false), pair -> timesRmi(pair, workload)), "slow or disturbed");
    }

    private static Verdict timesRmi(Workload workload, int limit, List<PairResults> pairs) {
        return Verdict.atLeast(whatOfRmi(workload, limit), limit, ofEach(pairs, pair -> timesRmi(pair, workload)));
    }

    private static Optional<Double> timesRmi(PairResults pair, Workload workload) {
        return pair.find(OWN, workload, 1)
                .flatMap(own -> pair.timesFasterThanRmi(own).stream().boxed().findFirst());
    }

    private static String whatOfRmi(Workload workload, int limit) {
        return workload.title() + ": x faster than RMI in its better placement, at least " + limit;
    }
}
