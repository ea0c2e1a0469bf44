// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.start;

import io.nearcall.bench.measure.Median;
import io.nearcall.bench.pair.Pair;
import io.nearcall.bench.pair.ServingJvm;
import io.nearcall.bench.peers.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Starts fresh client JVMs, one kind after the other and again, while their server JVMs run. They run without an
 * archive of classes, and with one of each kind on both sides.
 */
public final class ColdStarts implements AutoCloseable {

    private static final double NS_PER_MS = 1e6;

    private final Map<Archive, FreshClients> clients = new LinkedHashMap<>();
    private final Map<Peer, ServingJvm> peerServers = new LinkedHashMap<>();
    private final Pair.Places places;

    private ColdStarts(Pair.Places places) {
        this.places = places;
    }

    /**
     * Measures. One more round comes first and is not counted: it reads the files from the disk, and checks that the
     * archives are used. Blocks for about ten seconds, plus about five for each round.
     */
    public static List<ColdStart> measure(int rounds, List<String> peers, Pair.Places places)
            throws IOException, InterruptedException {
        Map<String, List<Marks.Found>> found = new LinkedHashMap<>();
        try (ColdStarts starts = new ColdStarts(places)) {
            starts.startServers(peers);
            starts.check();
            for (int round = 0; round < rounds; round++) {
                starts.round(found);
            }
        }
        return found.entrySet().stream()
                .map(each -> summary(each.getKey(), each.getValue()))
                .toList();
    }

    private void startServers(List<String> peers) throws IOException, InterruptedException {
        Path place = Files.createDirectories(places.scratch().resolve("start").toAbsolutePath());
        String classPath = JarredClassPath.of(System.getProperty("java.class.path"), place);
        for (Archive archive : Archive.ofThisJdk()) {
            clients.put(archive, FreshClients.start(archive, place, classPath));
        }
        for (String each : peers) {
            Peer peer = Peer.of(each).orElseThrow();
            peerServers.put(peer, ServingJvm.startPeer("start", peer, places));
        }
    }

    private void check() throws IOException, InterruptedException {
        for (Archive archive : clients.keySet()) {
            for (FreshClient client : kinds(archive)) {
                clients.get(archive).check(client);
            }
        }
        for (Peer peer : peerServers.keySet()) {
            start(peer);
        }
    }

    private void round(Map<String, List<Marks.Found>> found) throws IOException, InterruptedException {
        for (Archive archive : clients.keySet()) {
            for (FreshClient client : kinds(archive)) {
                add(found, client.row(archive), clients.get(archive).run(client));
            }
        }
        for (Peer peer : peerServers.keySet()) {
            add(found, peer.system(), start(peer));
        }
    }

    private static List<FreshClient> kinds(Archive archive) {
        return archive == Archive.NONE ? List.of(FreshClient.values()) : FreshClient.COMPARED;
    }

    private static void add(Map<String, List<Marks.Found>> found, String row, Marks.Found marks) {
        found.computeIfAbsent(row, unused -> new ArrayList<>()).add(marks);
    }

    private Marks.Found start(Peer peer) throws IOException, InterruptedException {
        String directory = peerServers.get(peer).peerDirectory().toString();
        return FreshJvm.run(PeerStart.class, places.flags(peer, FreshJvm.FLAGS), peer.system(), directory);
    }

    private static ColdStart summary(String kind, List<Marks.Found> runs) {
        List<Double> totalsMs = runs.stream()
                .map(run -> run.marks().stream().mapToLong(Marks.Mark::ns).sum() / NS_PER_MS)
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
        return new ColdStart(kind, totalsMs, phases);
    }

    @Override
    public void close() {
        clients.values().forEach(FreshClients::close);
        peerServers.values().forEach(ServingJvm::close);
    }
}
