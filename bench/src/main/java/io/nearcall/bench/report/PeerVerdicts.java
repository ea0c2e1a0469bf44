// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import io.nearcall.bench.Workload;
import io.nearcall.bench.pair.Measurement;
import io.nearcall.bench.peers.Peer;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** The targets of one caller that name a peer, one line each. */
public final class PeerVerdicts {

    private static final String OWN = NearcallSubject.NAME;

    private final Results results;

    public PeerVerdicts(Results results) {
        this.results = results;
    }

    public List<Verdict> all() {
        List<Verdict> verdicts = new ArrayList<>();
        verdicts.add(belowAeron(Workload.PING, "a raw echo over Aeron"));
        verdicts.add(belowAeron(Workload.ADD, "a raw echo over Aeron"));
        verdicts.add(belowAeron(Workload.ORDER, "the same coded by hand over Aeron"));
        for (Workload workload : Workload.BUSY) {
            verdicts.add(Verdict.atLeast(
                    "both on one CPU, " + workload.title() + ": x faster than RMI and Dirmi there, at least 1",
                    1,
                    ofEachPair(
                            workload,
                            NearcallSubject.ONE_CPU,
                            List.of(RmiSubject.NAME_ONE_CPU, Peer.DIRMI.systemOnOneCpu()))));
        }
        return verdicts.stream().map(verdict -> verdict.in(VerdictGroup.PEERS)).toList();
    }

    private Verdict belowAeron(Workload workload, String what) {
        return Verdict.atMost(
                workload.title() + ": x " + what + ", at most 1",
                1,
                ofEachPair(workload, OWN, List.of(Peer.AERON.system())).stream()
                        .map(timesFaster -> 1 / timesFaster)
                        .toList());
    }

    /**
     * Returns how many times faster than the fastest of the others, in each pair in which all of them were measured.
     */
    private List<Double> ofEachPair(Workload workload, String own, List<String> others) {
        return results.pairs().stream()
                .flatMap(pair ->
                        timesFaster(pair, workload, own, others).stream().boxed())
                .toList();
    }

    private static OptionalDouble timesFaster(PairResults pair, Workload workload, String own, List<String> others) {
        List<Measurement> measured = others.stream()
                .flatMap(other -> pair.find(other, workload, 1).stream())
                .toList();
        return measured.size() < others.size()
                ? OptionalDouble.empty()
                : pair.find(own, workload, 1).stream()
                        .flatMap(mine -> Stream.of(measured.stream()
                                .mapToDouble(mine::timesFasterThan)
                                .min()
                                .orElseThrow()))
                        .mapToDouble(Double::doubleValue)
                        .findFirst();
    }
}
