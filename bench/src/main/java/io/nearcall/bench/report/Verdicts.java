// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import io.nearcall.bench.Workload;
import io.nearcall.bench.pair.IdleServers;
import io.nearcall.bench.pair.Measurement;
import io.nearcall.bench.subject.FloorSubject;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The targets, one line each. */
public final class Verdicts {

    private static final String OWN = NearcallSubject.NAME;
    private static final double FLOOR_LIMIT = 2;
    private static final double C_LIMIT = 1.2;
    private static final double PING_RMI_LIMIT = 50;
    private static final double ORDER_RMI_LIMIT = 25;

    /** What the meter itself allocates, over the calls of one measurement, is below this; an object is 16 at least. */
    private static final double NO_ALLOCATION_BYTES = 0.1;

    /** An idle JVM's CPU varies by about as much as this from one look to the next. */
    private static final double IDLE_TOLERANCE = 0.001;

    private final Results results;

    public Verdicts(Results results) {
        this.results = results;
    }

    public List<Verdict> all(Map<String, Double> idleCpuShares) {
        List<Verdict> verdicts = new ArrayList<>();
        verdicts.add(timesFloor(Workload.PING));
        verdicts.add(timesFloor(Workload.ADD));
        verdicts.add(Verdict.atMost(
                "order, one caller: x (floor + two Kryo round trips), at most 2",
                FLOOR_LIMIT,
                results.ofEachPair(OWN, Workload.ORDER, 1, Measurement::ratioToFloorAndKryo)));
        verdicts.add(timesRmi(Workload.PING, PING_RMI_LIMIT));
        verdicts.add(timesRmi(Workload.ORDER, ORDER_RMI_LIMIT));
        verdicts.add(allocation(Workload.PING));
        verdicts.add(allocation(Workload.ADD));
        verdicts.add(idle(idleCpuShares));
        for (Workload workload : Workload.BUSY) {
            verdicts.add(Verdict.atLeast(
                    "over FIFOs, both on one CPU, " + workload.label() + " " + workload.requestBytes()
                            + ": x faster than RMI there, at least 1",
                    1,
                    results.pairs().stream()
                            .flatMap(pair -> timesFasterOnOneCpu(pair, workload).stream())
                            .toList()));
        }
        for (Workload workload : Workload.BUSY) {
            verdicts.add(Verdict.atMost(
                    "the floor itself, " + workload.label() + " " + workload.requestBytes()
                            + ": x the same in C, at most 1.2",
                    C_LIMIT,
                    results.ofEachPair(FloorSubject.NAME, workload, 1, Measurement::ratioToC)));
        }
        return verdicts;
    }

    private Verdict timesFloor(Workload workload) {
        return Verdict.atMost(
                workload.label() + ", one caller: x the floor, at most 2",
                FLOOR_LIMIT,
                results.ofEachPair(OWN, workload, 1, Measurement::ratioToFloor));
    }

    private Verdict timesRmi(Workload workload, double limit) {
        String what = workload.label() + ", one caller: x faster than RMI's better placement, at least " + (int) limit;
        List<PairResults> fast =
                results.pairs().stream().filter(PairResults::isFast).toList();
        if (fast.isEmpty()) {
            return Verdict.notJudged(what, "floor in slow state");
        }
        return Verdict.atLeast(
                what,
                limit,
                fast.stream()
                        .flatMap(pair -> pair.find(OWN, workload, 1).stream()
                                .flatMap(own ->
                                        pair.timesFasterThanRmi(own).stream().boxed()))
                        .toList());
    }

    private static Optional<Double> timesFasterOnOneCpu(PairResults pair, Workload workload) {
        return pair.find(NearcallSubject.FIFO_ONE_CPU, workload, 1)
                .flatMap(own -> pair.find(RmiSubject.NAME_ONE_CPU, workload, 1).map(rmi -> rmi.p50Ns() / own.p50Ns()));
    }

    private Verdict allocation(Workload workload) {
        return Verdict.atMost(
                workload.label() + ", one caller: bytes allocated on both sides, 0",
                NO_ALLOCATION_BYTES,
                results.ofEachPair(OWN, workload, 1, Verdicts::bytesOnBothSides));
    }

    private static Double bytesOnBothSides(Measurement own) {
        boolean measured = own.clientAllocBytesPerCall() != null && own.serverAllocBytesPerCall() != null;
        return measured ? own.clientAllocBytesPerCall() + own.serverAllocBytesPerCall() : null;
    }

    private static Verdict idle(Map<String, Double> shares) {
        Double own = shares.get(OWN);
        Double sleeping = shares.get(IdleServers.SLEEPING);
        String what = "idle server: % of a CPU beyond a sleeping JVM's, at most " + 100 * IDLE_TOLERANCE;
        if (own == null || sleeping == null) {
            return Verdict.notJudged(what, "not measured");
        }
        return Verdict.atMost(what, 100 * IDLE_TOLERANCE, List.of(Math.max(0, 100 * (own - sleeping))));
    }
}
