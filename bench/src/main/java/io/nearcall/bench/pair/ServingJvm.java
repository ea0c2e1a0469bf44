// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import io.nearcall.bench.peers.Peer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A server JVM of Nearcall and RMI, or of a peer. The caller looks after its clients. */
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

    /** Starts the server of a peer. */
    public static ServingJvm startPeer(String name, Peer peer, Pair.Places places)
            throws IOException, InterruptedException {
        return start(name + "-" + peer.system(), peer.system(), "", places.flags(peer, JvmFlags.ALL), places);
    }

    /**
     * Starts the server of some systems, whose names are separated by commas.
     *
     * @param cpus in the format of taskset; empty for all CPUs
     * @param flags all flags of the JVM
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
