// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.start;

import io.nearcall.bench.measure.Median;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.pair.Pair;
import io.nearcall.bench.pair.ServingJvm;
import io.nearcall.bench.peers.Peer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Starts fresh client JVMs, one kind after the other and again, while one server JVM runs. */
public final class ColdStarts {

    /** No size of heap: the JVM chooses it, as it would for a user. */
    private static final List<String> FLAGS =
            List.of("-Djava.rmi.server.hostname=127.0.0.1", "--enable-native-access=ALL-UNNAMED");

    private static final long TIMEOUT_S = 30;
    private static final double NS_PER_MS = 1e6;

    private ColdStarts() {}

    /** Blocks for some two seconds a round. The first round is not counted: it reads the files from the disk. */
    public static List<ColdStart> measure(int rounds, List<String> peers, Pair.Places places)
            throws IOException, InterruptedException {
        Map<String, List<Marks.Found>> found = new LinkedHashMap<>();
        Map<Peer, ServingJvm> peerServers = new LinkedHashMap<>();
        try (ServingJvm server = ServingJvm.start("start", places)) {
            for (String each : peers) {
                Peer peer = Peer.of(each).orElseThrow();
                peerServers.put(peer, ServingJvm.startPeer("start", peer, places));
            }
            for (int round = 0; round <= rounds; round++) {
                Map<String, Marks.Found> ofRound = new LinkedHashMap<>();
                ofRound.put("empty JVM", start(EmptyStart.class));
                ofRound.put("RMI", start(RmiStart.class, server.rmiStub()));
                ofRound.put("Nearcall", start(NearcallStart.class, server.service()));
                ofRound.put("Nearcall, in parts", start(NearcallPartsStart.class, server.service()));
                for (Map.Entry<Peer, ServingJvm> each : peerServers.entrySet()) {
                    Peer peer = each.getKey();
                    String directory = each.getValue().peerDirectory().toString();
                    ofRound.put(
                            peer.system(), start(PeerStart.class, places.flags(peer, FLAGS), peer.system(), directory));
                }
                if (round > 0) {
                    ofRound.forEach((kind, marks) -> found.computeIfAbsent(kind, unused -> new ArrayList<>())
                            .add(marks));
                }
            }
        } finally {
            peerServers.values().forEach(ServingJvm::close);
        }
        List<ColdStart> starts = new ArrayList<>();
        found.forEach((kind, runs) -> starts.add(summary(kind, runs)));
        return starts;
    }

    private static Marks.Found start(Class<?> main, String... args) throws IOException, InterruptedException {
        return start(main, FLAGS, args);
    }

    private static Marks.Found start(Class<?> main, List<String> flags, String... args)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(args));
        all.add(0, Long.toString(System.nanoTime()));
        try (Child child = Child.start(main.getSimpleName(), "", flags, main, all)) {
            return child.next(Marks.Found.class, TIMEOUT_S);
        }
    }

    private static ColdStart summary(String kind, List<Marks.Found> runs) {
        List<Double> totals = runs.stream()
                .map(run -> run.marks().stream().mapToLong(Marks.Mark::ns).sum() / NS_PER_MS)
                .sorted()
                .toList();
        List<ColdStart.Phase> phases = new ArrayList<>();
        List<Marks.Mark> first = runs.get(0).marks();
        for (int i = 0; i < first.size(); i++) {
            int index = i;
            List<Double> ms = runs.stream()
                    .map(run -> run.marks().get(index).ns() / NS_PER_MS)
                    .toList();
            phases.add(new ColdStart.Phase(first.get(i).phase(), Median.of(ms)));
        }
        return new ColdStart(
                kind, runs.size(), Median.of(totals), totals.get(0), totals.get(totals.size() - 1), phases);
    }
}
