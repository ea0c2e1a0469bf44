// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench;

import io.nearcall.bench.pair.JvmFlags;
import io.nearcall.bench.pair.Measurement;
import io.nearcall.bench.pair.Pair;
import io.nearcall.bench.peers.Peer;
import io.nearcall.bench.report.Machine;
import io.nearcall.bench.report.PairResults;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A fresh pair of JVMs, one more for what is measured on one CPU, and one for each placement of each peer, all alive at the
 * same time: at each workload they take turns.
 */
final class Round implements AutoCloseable {

    /** @param peerSystem empty where a failure is the end of the run */
    private record Member(Pair pair, String peerSystem) {

        int warmUpFactor() {
            return Peer.of(peerSystem).map(Peer::warmUpFactor).orElse(1);
        }
    }

    private interface Step {
        void of(Member member) throws IOException, InterruptedException;
    }

    private final Plan plan;
    private final PeerSystems peers;
    private final List<Member> members = new ArrayList<>();

    private Round(Plan plan, PeerSystems peers) {
        this.plan = plan;
        this.peers = peers;
    }

    /** Starts them, measures and ends them. Blocks. */
    static PairResults measure(int number, Plan plan, Pair.Places places, List<String> systems, PeerSystems peers)
            throws IOException, InterruptedException {
        try (Round round = new Round(plan, peers)) {
            round.start(Integer.toString(number), places, systems);
            return round.measure();
        }
    }

    private void start(String name, Pair.Places places, List<String> systems) throws IOException, InterruptedException {
        members.add(new Member(Pair.start(name, systems, "", places), ""));
        List<String> sharing = onOneCpu(systems);
        if (!sharing.isEmpty()) {
            members.add(new Member(Pair.start(name + "-one-cpu", sharing, Machine.firstCpu(), places), ""));
        }
        for (String system : peers.running()) {
            try {
                Pair pair = Pair.startPeer(name, system, JvmFlags.ALL, places);
                members.add(new Member(pair, system));
                peers.found(system, pair.libraries());
            } catch (IOException e) {
                peers.leaveOut(system, e);
            }
        }
    }

    private List<String> onOneCpu(List<String> systems) {
        List<String> sharing = new ArrayList<>();
        if (systems.contains(RmiSubject.NAME)) {
            if (systems.contains(NearcallSubject.NAME)) {
                sharing.add(NearcallSubject.FIFO_ONE_CPU);
                if (peers.areMeasured()) {
                    sharing.add(NearcallSubject.ONE_CPU);
                }
            }
            sharing.add(RmiSubject.NAME_ONE_CPU);
        }
        return sharing;
    }

    private PairResults measure() throws IOException, InterruptedException {
        each(false, member -> member.pair.warm(member.warmUpFactor() * plan.warmMs()));
        for (int turn = 0; turn < plan.turns(); turn++) {
            boolean backwards = turn % 2 == 1;
            for (Workload workload : Workload.BUSY) {
                each(backwards, member -> member.pair.turn(workload, plan.sliceMs(), backwards));
            }
        }
        each(false, member -> member.pair.silence(plan.silentCalls()));
        each(false, member -> member.pair.allocation());
        List<Measurement> measurements = new ArrayList<>();
        each(false, member -> measurements.addAll(member.pair.results()));
        return new PairResults(measurements);
    }

    private void each(boolean backwards, Step step) throws IOException, InterruptedException {
        List<Member> order = new ArrayList<>(members);
        if (backwards) {
            Collections.reverse(order);
        }
        for (Member member : order) {
            try {
                step.of(member);
                member.pair.rest();
            } catch (IOException e) {
                if (member.peerSystem.isEmpty()) {
                    throw e;
                }
                peers.leaveOut(member.peerSystem, e);
                members.remove(member);
                member.pair.close();
            }
        }
    }

    @Override
    public void close() {
        members.forEach(member -> member.pair.close());
    }
}
