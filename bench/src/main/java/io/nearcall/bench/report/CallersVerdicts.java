// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import io.nearcall.bench.pair.Throughput;
import io.nearcall.bench.peers.Peer;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** The targets of several callers at a time, one line each. */
public final class CallersVerdicts {

    private static final String OWN = NearcallSubject.NAME;
    private static final List<String> RMI = List.of(RmiSubject.NAME, RmiSubject.NAME_ONE_CPU);
    private static final List<String> AERON = List.of(Peer.AERON.system(), Peer.pipelined(Peer.AERON.system()));
    private static final int RMI_LIMIT = 10;

    private final List<List<Throughput>> groups;

    /** @param groups the results of each group of JVMs, in the order in which they ran */
    public CallersVerdicts(List<List<Throughput>> groups) {
        this.groups = groups;
    }

    public List<Verdict> all() {
        List<Verdict> verdicts = new ArrayList<>();
        for (int callers : several()) {
            verdicts.add(Verdict.atLeast(
                    "add, " + callers + " callers: x RMI's calls/s in its better placement, at least " + RMI_LIMIT,
                    RMI_LIMIT,
                    ofEachGroup(callers, RMI, callers)));
        }
        for (int callers : several()) {
            verdicts.add(Verdict.atLeast(
                    "add, " + callers + " callers: x Nearcall's calls/s with one, at least 1",
                    1,
                    ofEachGroup(callers, List.of(OWN), 1)));
        }
        return verdicts.stream().map(verdict -> verdict.in(VerdictGroup.LOAD)).toList();
    }

    /** Returns the targets that name a peer, with as many callers as the peer was measured with. */
    public List<Verdict> ofPeers() {
        List<Verdict> verdicts = new ArrayList<>();
        for (int callers : several()) {
            if (callers <= Peer.AERON_CALLERS) {
                verdicts.add(Verdict.atLeast(
                        "add, " + callers
                                + " callers: x the calls/s of raw echoes over Aeron, the better way, at least 1",
                        1,
                        ofEachGroup(callers, AERON, callers)));
            }
        }
        return verdicts.stream().map(verdict -> verdict.in(VerdictGroup.PEERS)).toList();
    }

    private static List<Integer> several() {
        return Throughput.CALLERS.stream().filter(callers -> callers > 1).toList();
    }

    /** Returns Nearcall's calls per second over the best of the others, which may have another number of callers. */
    private List<Double> ofEachGroup(int callers, List<String> others, int othersCallers) {
        return groups.stream()
                .flatMap(group -> find(group, OWN, callers).stream().flatMap(own -> {
                    OptionalDouble best = others.stream()
                            .flatMap(other -> find(group, other, othersCallers).stream())
                            .mapToDouble(Throughput::callsPerSecond)
                            .max();
                    return best.isPresent() ? Stream.of(own.callsPerSecond() / best.getAsDouble()) : Stream.empty();
                }))
                .toList();
    }

    private static Optional<Throughput> find(List<Throughput> group, String system, int callers) {
        return group.stream()
                .filter(each -> each.system().equals(system) && each.callers() == callers)
                .findFirst();
    }
}
