// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench;

import io.nearcall.bench.pair.JvmFlags;
import io.nearcall.bench.peers.Peer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The peers of a run, in each placement. A peer that fails leaves the run, and the report says why. */
final class PeerSystems {

    private final List<String> running;
    private final Map<String, String> failures = new LinkedHashMap<>();
    private final Map<Peer, Set<String>> libraries = new LinkedHashMap<>();

    /** Begins with all peers, or with none. */
    PeerSystems(boolean measured) {
        running = measured
                ? new ArrayList<>(Arrays.stream(Peer.values())
                        .flatMap(peer -> peer.systems().stream())
                        .toList())
                : new ArrayList<>();
    }

    List<String> running() {
        return List.copyOf(running);
    }

    /** Returns the peers that have both CPUs. */
    List<String> runningOnAllCpus() {
        return running.stream()
                .filter(system -> Peer.of(system).orElseThrow().system().equals(system))
                .toList();
    }

    boolean areMeasured() {
        return !running.isEmpty() || !failures.isEmpty();
    }

    void found(String system, List<String> files) {
        libraries
                .computeIfAbsent(Peer.of(system).orElseThrow(), unused -> new LinkedHashSet<>())
                .addAll(files);
    }

    void leaveOut(String system, IOException reason) {
        System.err.println(system + " is left out from here on: " + reason.getMessage());
        running.remove(system);
        failures.put(system, reason.getMessage());
    }

    /**
     * Returns lines for the head of the report: version, flags and set-up of each peer, and what is missing and why.
     */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        libraries.forEach((peer, files) -> {
            lines.add("peer      " + peer.system() + ": " + String.join(", ", files) + ", " + peer.configuration());
            List<String> flags = new ArrayList<>(JvmFlags.ALL);
            flags.addAll(peer.flags());
            lines.add("          its JVMs: java " + String.join(" ", flags));
        });
        failures.forEach((system, reason) ->
                lines.add("peer      " + system + " is left out, here or from some pair of JVMs on: " + reason));
        if (areMeasured()) {
            lines.add("peer      " + Peer.NOT_MEASURED);
        }
        return lines;
    }
}
