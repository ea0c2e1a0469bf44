// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import io.nearcall.bench.Workload;
import io.nearcall.bench.measure.WarmUp;
import io.nearcall.bench.peers.Peer;
import io.nearcall.bench.report.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A fresh server JVM and a fresh client JVM that is connected to it by each of the systems. */
public final class Pair implements AutoCloseable {

    private static final long START_TIMEOUT_S = 30;
    private static final long COMMAND_TIMEOUT_S = 120;

    /** Each of a few dozen systems and variants of the floor may use up its whole patience. */
    private static final long WARM_UP_TIMEOUT_S = 1_800;

    /**
     * The places of files, the same for all pairs of a run.
     *
     * @param peersClassPath the class path of JVMs that measure a peer; empty if none is measured
     */
    public record Places(Path scratch, Path floorProgram, String peersClassPath) {

        /**
         * Returns a directory for a peer's sockets and shared memory: in memory, with a short name, fixed for all runs.
         */
        Path peerDirectory(String name) {
            return peerDirectory().resolve(name);
        }

        /** Returns the directory of all those directories. */
        public Path peerDirectory() {
            Path memory = Path.of("/dev/shm");
            Path parent = Files.isWritable(memory) ? memory : Path.of(System.getProperty("java.io.tmpdir"));
            return parent.resolve("nearcall-bench-" + System.getProperty("user.name"));
        }

        /** Returns all flags of a JVM of that peer. */
        public List<String> flags(Peer peer, List<String> flagsOfAll) {
            List<String> flags = new ArrayList<>(flagsOfAll);
            flags.addAll(peer.flags());
            flags.addAll(List.of("-cp", peersClassPath));
            return flags;
        }
    }

    private final Child server;
    private final Child client;
    private final List<String> libraries;

    private Pair(Child server, Child client, List<String> libraries) {
        this.server = server;
        this.client = client;
        this.libraries = libraries;
    }

    /**
     * Starts both JVMs and waits until they are connected.
     *
     * @param cpus the CPUs that both may use, in the format of taskset; empty for all CPUs
     */
    public static Pair start(String name, List<String> systems, String cpus, Places places)
            throws IOException, InterruptedException {
        return start(name, systems, cpus, JvmFlags.ALL, places);
    }

    /** Starts a pair for one of a peer's systems, in the placement that its name says. All JVMs have {@code flags}. */
    public static Pair startPeer(String name, String system, List<String> flags, Places places)
            throws IOException, InterruptedException {
        Peer peer = Peer.of(system).orElseThrow();
        String cpus = system.equals(peer.systemOnOneCpu()) ? Machine.firstCpu() : "";
        return start(name + "-" + system, List.of(system), cpus, places.flags(peer, flags), places);
    }

    /** Starts a pair with other flags. */
    public static Pair start(String name, List<String> systems, String cpus, List<String> flags, Places places)
            throws IOException, InterruptedException {
        // The name is the same in every run, so the next run takes over what a killed one has left.
        String service = "bench-" + name;
        String floorSocket =
                places.scratch().resolve("floor-" + name + ".socket").toString();
        Files.deleteIfExists(Path.of(floorSocket));
        String all = String.join(",", systems);
        String peerDirectory = places.peerDirectory(name).toString();
        List<String> serverArgs = List.of(all, service, floorSocket, peerDirectory);
        Child server = Child.start("server " + name, cpus, flags, ServerMain.class, serverArgs);
        try {
            ServerMain.Ready ready = server.next(ServerMain.Ready.class, START_TIMEOUT_S);
            List<String> args = List.of(
                    all,
                    service,
                    floorSocket,
                    Integer.toString(ready.controlPort()),
                    places.floorProgram().toString(),
                    peerDirectory,
                    ready.rmiStub());
            Child client = Child.start("client " + name, cpus, flags, ClientMain.class, args);
            Pair pair = new Pair(server, client, ready.libraries());
            pair.awaitClient();
            return pair;
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private void awaitClient() throws IOException, InterruptedException {
        // Without this, a client would spin for an answer that a dead server never gives.
        server.whenEnded(client::kill);
        try {
            client.next(Object.class, START_TIMEOUT_S);
        } catch (IOException | InterruptedException | RuntimeException e) {
            client.close();
            throw e;
        }
    }

    /** Returns the files from which the peers come. */
    public List<String> libraries() {
        return libraries;
    }

    public long serverPid() {
        return server.pid();
    }

    /** Lets every system make such calls until it gets no faster. */
    public List<WarmUp> warm(Workload workload, WarmUp.Patience patience) throws IOException, InterruptedException {
        return List.of(
                client.ask("warm " + workload.name() + " " + patience.word(), WarmUp[].class, WARM_UP_TIMEOUT_S));
    }

    /** Runs one slice of each system at that workload. */
    public void turn(Workload workload, long sliceMs, boolean backwards) throws IOException, InterruptedException {
        client.ask("turn " + workload.name() + " " + sliceMs + " " + backwards, Object.class, COMMAND_TIMEOUT_S);
    }

    /** Puts both JVMs to rest until the next slice, so they take no CPU from others. */
    public void rest() throws IOException, InterruptedException {
        client.ask("rest", Object.class, COMMAND_TIMEOUT_S);
    }

    /** Makes that many calls of each system, each after 100 ms without calls. */
    public void silence(int count) throws IOException, InterruptedException {
        client.ask("silence " + count, Object.class, COMMAND_TIMEOUT_S);
    }

    public void allocation() throws IOException, InterruptedException {
        client.ask("allocation", Object.class, COMMAND_TIMEOUT_S);
    }

    public List<Measurement> results() throws IOException, InterruptedException {
        return List.of(client.ask("results", Measurement[].class, COMMAND_TIMEOUT_S));
    }

    /** Lets every system carry that many bytes there and that many back until it gets no faster. */
    public List<WarmUp> warmTransfer(int requestBytes, int replyBytes, WarmUp.Patience patience)
            throws IOException, InterruptedException {
        String command = "warm-transfer " + requestBytes + " " + replyBytes + " " + patience.word();
        return List.of(client.ask(command, WarmUp[].class, WARM_UP_TIMEOUT_S));
    }

    /** Runs one slice of each system with that many bytes there and that many back. */
    public List<Transfer> transfer(int requestBytes, int replyBytes, long sliceMs)
            throws IOException, InterruptedException {
        String command = "transfer " + requestBytes + " " + replyBytes + " " + sliceMs;
        return List.of(client.ask(command, Transfer[].class, COMMAND_TIMEOUT_S));
    }

    /** Lets that many callers call by every system until it gets no faster. */
    public List<WarmUp> warmThroughput(int callers, WarmUp.Patience patience) throws IOException, InterruptedException {
        String command = "warm-throughput " + callers + " " + patience.word();
        return List.of(client.ask(command, WarmUp[].class, WARM_UP_TIMEOUT_S));
    }

    /** Returns the calls per second of that many callers, for each system. */
    public List<Throughput> throughput(int callers, long sliceMs) throws IOException, InterruptedException {
        return List.of(client.ask("throughput " + callers + " " + sliceMs, Throughput[].class, COMMAND_TIMEOUT_S));
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
