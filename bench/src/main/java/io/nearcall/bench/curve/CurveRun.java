// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.curve;

import io.nearcall.bench.pair.Child;
import io.nearcall.bench.pair.JvmFlags;
import io.nearcall.bench.pair.Pair;
import io.nearcall.bench.pair.ServingJvm;
import io.nearcall.bench.peers.Peer;
import io.nearcall.bench.report.Machine;
import io.nearcall.bench.subject.HandCodedSubject;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Measures first calls. For each work, each system has a fresh server JVM and a fresh client JVM. Nothing else runs.
 */
public final class CurveRun {

    private static final long ANSWER_TIMEOUT_S = 120;

    private CurveRun() {}

    /**
     * Returns the first calls of each round, work and system. The systems of a work run one after the other, and in
     * reverse order in every other round. On a machine with one CPU, bound work is left out. Blocks.
     *
     * @param peers those that run on all CPUs; only Dirmi, and Aeron for the order, are measured
     */
    public static List<List<FirstCalls>> measure(CurvePlan plan, List<String> peers, Pair.Places places)
            throws IOException, InterruptedException {
        List<CurveWork> works = new ArrayList<>(plan.works());
        if (Machine.cpus().size() < 2) {
            works.removeIf(CurveWork::isBound);
        }
        List<List<FirstCalls>> rounds = new ArrayList<>();
        for (int round = 0; round < plan.rounds(); round++) {
            List<FirstCalls> found = new ArrayList<>();
            for (CurveWork work : works) {
                List<String> systems = systems(work, peers);
                if (round % 2 == 1) {
                    Collections.reverse(systems);
                }
                for (String system : systems) {
                    found.add(measure(plan, work, system, places));
                }
            }
            rounds.add(found);
        }
        return rounds;
    }

    private static List<String> systems(CurveWork work, List<String> peers) {
        List<String> systems = new ArrayList<>(List.of(NearcallSubject.NAME, RmiSubject.NAME));
        if (work == CurveWork.ORDER) {
            systems.add(1, HandCodedSubject.NAME);
        }
        for (Peer peer : work == CurveWork.ORDER ? List.of(Peer.DIRMI, Peer.AERON) : List.of(Peer.DIRMI)) {
            if (peers.contains(peer.system())) {
                systems.add(peer.system());
            }
        }
        return systems;
    }

    private static FirstCalls measure(CurvePlan plan, CurveWork work, String system, Pair.Places places)
            throws IOException, InterruptedException {
        Peer peer = Peer.of(system).orElse(null);
        List<String> flags = peer == null ? JvmFlags.ALL : places.flags(peer, JvmFlags.ALL);
        List<String> cpus = work.isBound() ? Machine.cpus().subList(0, 2) : List.of("", "");
        try (ServingJvm server = ServingJvm.start("curve", system, cpus.get(1), flags, places)) {
            String where = peer != null
                    ? server.peerDirectory().toString()
                    : system.equals(RmiSubject.NAME) ? server.rmiStub() : server.service();
            List<String> args = List.of(
                    system,
                    work.name(),
                    Long.toString(plan.patienceMs()),
                    Long.toString(plan.settleMs()),
                    Long.toString(plan.sliceMs()),
                    where);
            try (Child client = Child.start("first calls over " + system, cpus.get(0), flags, CurveMain.class, args)) {
                return client.next(FirstCalls.class, ANSWER_TIMEOUT_S);
            }
        }
    }
}
