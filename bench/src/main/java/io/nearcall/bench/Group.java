// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench;

import io.nearcall.bench.pair.JvmFlags;
import io.nearcall.bench.pair.Pair;
import io.nearcall.bench.report.Machine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Pairs of JVMs that are alive at the same time and take turns: one pair for the systems that use all CPUs, one for the
 * systems that share a CPU, and one for each placement of each peer.
 */
final class Group implements AutoCloseable {

    /** @param peerSystem the peer; empty if a failure of the pair ends the run */
    record Member(Pair pair, String peerSystem) {}

    interface Step {
        void of(Member member) throws IOException, InterruptedException;
    }

    private final PeerSystems peers;
    private final List<Member> members = new ArrayList<>();

    private Group(PeerSystems peers) {
        this.peers = peers;
    }

    /**
     * Starts the pairs. Blocks until all are connected.
     *
     * @param onAllCpus systems, like those that share a CPU; either list may be empty
     */
    static Group start(
            String name, List<String> onAllCpus, List<String> onOneCpu, Pair.Places places, PeerSystems peers)
            throws IOException, InterruptedException {
        Group group = new Group(peers);
        try {
            group.startAll(name, onAllCpus, onOneCpu, places);
            return group;
        } catch (IOException | InterruptedException | RuntimeException e) {
            group.close();
            throw e;
        }
    }

    private void startAll(String name, List<String> onAllCpus, List<String> onOneCpu, Pair.Places places)
            throws IOException, InterruptedException {
        if (!onAllCpus.isEmpty()) {
            members.add(new Member(Pair.start(name, onAllCpus, "", places), ""));
        }
        if (!onOneCpu.isEmpty()) {
            members.add(new Member(Pair.start(name + "-one-cpu", onOneCpu, Machine.firstCpu(), places), ""));
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

    /**
     * Runs a step on each pair, one after the other, in reverse order if {@code backwards}. The others rest meanwhile.
     */
    void each(boolean backwards, Step step) throws IOException, InterruptedException {
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
