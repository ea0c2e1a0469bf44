// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A fresh server JVM and a fresh client JVM that is connected to it by each of the systems. */
public final class Pair implements AutoCloseable {

    private static final long START_TIMEOUT_S = 30;
    private static final long COMMAND_TIMEOUT_S = 120;

    /** Where things are; the same for all pairs of a run. */
    public record Places(Path scratch, Path floorProgram) {}

    private final Child server;
    private final Child client;

    private Pair(Child server, Child client) {
        this.server = server;
        this.client = client;
    }

    /**
     * Starts both and waits until they are connected.
     *
     * @param cpus that both may use, as taskset takes them; empty for all
     */
    public static Pair start(String name, List<String> systems, String cpus, Places places)
            throws IOException, InterruptedException {
        return start(name, systems, cpus, JvmFlags.ALL, places);
    }

    /** The same with other flags. */
    public static Pair start(String name, List<String> systems, String cpus, List<String> flags, Places places)
            throws IOException, InterruptedException {
        // The same in every run, so that the next one takes over what a killed one left.
        String service = "bench-" + name;
        Path floorSocket = places.scratch().resolve("floor-" + name + ".socket");
        Files.deleteIfExists(floorSocket);
        String all = String.join(",", systems);
        List<String> serverArgs = List.of(all, service, floorSocket.toString());
        Child server = Child.start("server " + name, cpus, flags, ServerMain.class, serverArgs);
        try {
            ServerMain.Ready ready = server.next(ServerMain.Ready.class, START_TIMEOUT_S);
            List<String> args = List.of(
                    all,
                    service,
                    floorSocket.toString(),
                    Integer.toString(ready.controlPort()),
                    places.floorProgram().toString(),
                    ready.rmiStub());
            Pair pair = new Pair(server, Child.start("client " + name, cpus, flags, ClientMain.class, args));
            pair.awaitClient();
            return pair;
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private void awaitClient() throws IOException, InterruptedException {
        // A client spins for an answer that a dead server will never give.
        server.whenEnded(client::kill);
        try {
            client.next(Object.class, START_TIMEOUT_S);
        } catch (IOException | InterruptedException | RuntimeException e) {
            client.close();
            throw e;
        }
    }

    public long serverPid() {
        return server.pid();
    }

    /** Lets both JVMs compile: about so long for each system and workload. */
    public void warm(long durationMs) throws IOException, InterruptedException {
        client.ask("warm " + durationMs, Object.class, COMMAND_TIMEOUT_S);
    }

    /** One slice of each system at each workload. */
    public void turn(long sliceMs) throws IOException, InterruptedException {
        client.ask("turn " + sliceMs, Object.class, COMMAND_TIMEOUT_S);
    }

    /** That many calls of each system, each after 100 ms without any. */
    public void silence(int count) throws IOException, InterruptedException {
        client.ask("silence " + count, Object.class, COMMAND_TIMEOUT_S);
    }

    public void allocation() throws IOException, InterruptedException {
        client.ask("allocation", Object.class, COMMAND_TIMEOUT_S);
    }

    public List<Measurement> results() throws IOException, InterruptedException {
        return List.of(client.ask("results", Measurement[].class, COMMAND_TIMEOUT_S));
    }

    /** Lets both JVMs compile calls with arrays. */
    public void warmTransfers(long durationMs) throws IOException, InterruptedException {
        client.ask("warm-transfers " + durationMs, Object.class, COMMAND_TIMEOUT_S);
    }

    /** One slice of each system with that many bytes there and that many back. */
    public List<Transfer> transfer(int requestBytes, int replyBytes, long sliceMs)
            throws IOException, InterruptedException {
        String command = "transfer " + requestBytes + " " + replyBytes + " " + sliceMs;
        return List.of(client.ask(command, Transfer[].class, COMMAND_TIMEOUT_S));
    }

    /** Lets both JVMs compile what {@link #throughput} measures. */
    public void warmThroughput(long durationMs) throws IOException, InterruptedException {
        client.ask("warm-throughput " + durationMs, Object.class, COMMAND_TIMEOUT_S);
    }

    /** Calls per second of that many callers, of each system. */
    public List<Throughput> throughput(int callers, long sliceMs) throws IOException, InterruptedException {
        return List.of(client.ask("throughput " + callers + " " + sliceMs, Throughput[].class, COMMAND_TIMEOUT_S));
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
