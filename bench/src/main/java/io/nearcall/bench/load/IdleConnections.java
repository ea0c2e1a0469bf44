// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import io.nearcall.bench.pair.Child;
import io.nearcall.bench.pair.IdleServers;
import io.nearcall.bench.pair.SleepingMain;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Memory and CPU of connections without calls, with two JVMs twice. First, one endpoint has a service, and there is an
 * endpoint of a client for each connection: the server's side is measured. Then one endpoint is a client, and there is
 * an endpoint with a service for each connection: the client's side is measured. So the measured side has one endpoint.
 */
final class IdleConnections {

    /** The name in tables and files. */
    static final String NAME = "idle connections";

    static final String SERVER = "server's side";
    static final String CLIENT = "client's side";
    static final String SLEEPING = IdleServers.SLEEPING;
    static final String MEMORY = "KiB resident for a connection";
    static final String PROPORTIONAL = "KiB for a connection, shared ones divided";
    static final String SHARED = "KiB of shared memory for a connection, divided";
    static final String HEAP = "KiB of objects for a connection";
    static final String CPU = "% of a CPU";

    static final int COUNT = 200;

    /** Connections before the first look. By then classes are loaded, and the first threads exist. */
    private static final int FIRST = 20;

    /** A heap whose pages exist from the start. So the resident memory grows only by what is outside the heap. */
    private static final List<String> FLAGS =
            List.of("-Xms96m", "-Xmx96m", "-XX:+AlwaysPreTouch", "--enable-native-access=ALL-UNNAMED");

    private static final long TIMEOUT_S = 60;
    private static final double KIB = 1_024;

    private final List<LoadFigure> figures = new ArrayList<>();
    private final List<Child> children = new ArrayList<>();

    private IdleConnections() {}

    /** Measures. Blocks for about fifteen seconds. */
    static List<LoadFigure> measure() throws IOException, InterruptedException {
        IdleConnections connections = new IdleConnections();
        try {
            connections.measureAll();
            return connections.figures;
        } finally {
            connections.children.forEach(Child::close);
        }
    }

    private void measureAll() throws IOException, InterruptedException {
        Child sleeping = start(SLEEPING, SleepingMain.class);
        Child server = connect("clients", 1, true);
        Child client = connect("services", FIRST + COUNT, false);
        Thread.sleep(IdleServers.SETTLE_MS);
        Map<String, Long> pids = new LinkedHashMap<>();
        pids.put(SLEEPING, sleeping.pid());
        pids.put(SERVER, server.pid());
        pids.put(CLIENT, client.pid());
        IdleServers.watch(pids).forEach((side, cost) -> add(side, CPU, 100 * cost.cpuShare()));
    }

    /** Starts two JVMs, connects them, and measures the memory of the side that is returned. */
    private Child connect(String name, int services, boolean ofServer) throws IOException, InterruptedException {
        String beginning = "bench-idle-" + name;
        String count = Integer.toString(services);
        Child server = start("server of many " + name, IdleServerMain.class, beginning, count);
        Child client = start("client of many " + name, IdleClientMain.class, beginning, count);
        Child measured = ofServer ? server : client;
        String side = ofServer ? SERVER : CLIENT;
        client.ask(Integer.toString(FIRST), Object.class, TIMEOUT_S);
        Look before = Look.at(measured);
        client.ask(Integer.toString(COUNT), Object.class, TIMEOUT_S);
        Look after = Look.at(measured);
        ResidentMemory was = before.memory;
        ResidentMemory is = after.memory;
        double heapKib = (after.heapBytes - before.heapBytes) / KIB / COUNT;
        add(side, MEMORY, (is.residentKib() - was.residentKib()) / COUNT + heapKib);
        add(side, PROPORTIONAL, (is.proportionalKib() - was.proportionalKib()) / COUNT + heapKib);
        add(side, SHARED, (is.sharedMemoryKib() - was.sharedMemoryKib()) / COUNT);
        add(side, HEAP, heapKib);
        return measured;
    }

    private record Look(ResidentMemory memory, long heapBytes) {

        static Look at(Child child) throws IOException, InterruptedException {
            long heapBytes = child.ask(IdleCommands.COLLECT, IdleCommands.Heap.class, TIMEOUT_S)
                    .usedBytes();
            return new Look(ResidentMemory.of(child.pid()), heapBytes);
        }
    }

    private void add(String side, String quantity, double value) {
        figures.add(new LoadFigure(NAME, side, quantity, List.of(value)));
    }

    private Child start(String name, Class<?> main, String... args) throws IOException, InterruptedException {
        Child child = Child.start(name, "", FLAGS, main, List.of(args));
        children.add(child);
        child.next(Object.class, TIMEOUT_S);
        return child;
    }
}
