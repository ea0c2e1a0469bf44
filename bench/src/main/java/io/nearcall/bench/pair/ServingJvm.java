// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import io.nearcall.bench.peers.Peer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A server JVM whose clients are somebody else's business: of Nearcall and RMI, or of a peer. */
public final class ServingJvm implements AutoCloseable {

    private static final long START_TIMEOUT_S = 30;

    private final Child child;
    private final String service;
    private final Path peerDirectory;
    private final String rmiStub;

    private ServingJvm(Child child, String service, Path peerDirectory, String rmiStub) {
        this.child = child;
        this.service = service;
        this.peerDirectory = peerDirectory;
        this.rmiStub = rmiStub;
    }

    /** Of a peer. */
    public static ServingJvm startPeer(String name, Peer peer, Pair.Places places)
            throws IOException, InterruptedException {
        return start(name + "-" + peer.system(), peer.system(), "", places.flags(peer, JvmFlags.ALL), places);
    }

    /**
     * Of some systems, separated by commas.
     *
     * @param cpus as taskset takes them; empty for all
     * @param flags all that the JVM has
     */
    public static ServingJvm start(String name, String systems, String cpus, List<String> flags, Pair.Places places)
            throws IOException, InterruptedException {
        String service = "bench-" + name;
        Path peerDirectory = places.peerDirectory(name);
        String floorSocket =
                places.scratch().resolve("floor-" + name + ".socket").toString();
        List<String> args = List.of(systems, service, floorSocket, peerDirectory.toString());
        Child child = Child.start("server " + name, cpus, flags, ServerMain.class, args);
        try {
            return new ServingJvm(
                    child,
                    service,
                    peerDirectory,
                    child.next(ServerMain.Ready.class, START_TIMEOUT_S).rmiStub());
        } catch (IOException | InterruptedException | RuntimeException e) {
            child.close();
            throw e;
        }
    }

    public void whenEnded(Runnable action) {
        child.whenEnded(action);
    }

    public String service() {
        return service;
    }

    public Path peerDirectory() {
        return peerDirectory;
    }

    public String rmiStub() {
        return rmiStub;
    }

    @Override
    public void close() {
        child.close();
    }
}
