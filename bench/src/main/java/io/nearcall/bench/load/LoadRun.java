// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import io.nearcall.bench.pair.Child;
import io.nearcall.bench.pair.JvmFlags;
import io.nearcall.bench.report.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts each load on a server JVM, from a client JVM of its own. Afterwards measures many idle connections. */
public final class LoadRun {

    private static final String SERVICE = "bench-load";
    private static final long TIMEOUT_S = 120;

    private final LoadPlan plan;
    private final List<LoadFigure> figures = new ArrayList<>();

    private LoadRun(LoadPlan plan) {
        this.plan = plan;
    }

    /** Measures. Figures of virtual threads are missing if no JDK has them. Blocks. */
    public static List<LoadFigure> measure(LoadPlan plan) throws IOException, InterruptedException {
        LoadRun run = new LoadRun(plan);
        run.loadServer();
        run.figures.addAll(IdleConnections.measure());
        return run.figures;
    }

    private void loadServer() throws IOException, InterruptedException {
        Path ownJdk = Path.of(System.getProperty("java.home"));
        Optional<Path> virtualThreadsJdk = new VirtualThreadsJdk()
                .find(System.getenv("JAVA25_HOME"), Runtime.version().feature());
        try (Child server = Child.start("server of loads", "", JvmFlags.ALL, LoadServerMain.class, List.of(SERVICE))) {
            LoadServerMain.Ready ready = server.next(LoadServerMain.Ready.class, TIMEOUT_S);
            measure(MessageLoad.NAME, ownJdk, server, ready, false);
            if (virtualThreadsJdk.isPresent()) {
                measure(VirtualThreadLoad.NAME, virtualThreadsJdk.get(), server, ready, false);
            }
            measure(NeighbourLoad.NAME, ownJdk, server, ready, true);
        }
    }

    private void measure(String load, Path jdk, Child server, LoadServerMain.Ready ready, boolean busy)
            throws IOException, InterruptedException {
        List<String> args =
                List.of(load, SERVICE, Integer.toString(ready.controlPort()), ready.ring(), ready.rmiStub());
        try (Child client = Child.start(jdk, "client: " + load, "", JvmFlags.ALL, LoadClientMain.class, args)) {
            // Without this, a client would spin for an answer that a dead server never gives.
            server.whenEnded(client::kill);
            client.next(Object.class, TIMEOUT_S);
            turns(client, plan.warmTurns());
            Neighbours neighbours = Neighbours.on(busy ? Machine.cpus() : List.of());
            try {
                figures.addAll(merged(turns(client, plan.turns())));
            } finally {
                neighbours.close();
            }
        }
    }

    private List<LoadFigure> turns(Child client, int count) throws IOException, InterruptedException {
        List<LoadFigure> all = new ArrayList<>();
        for (int turn = 0; turn < count; turn++) {
            boolean backwards = turn % 2 == 1;
            all.addAll(List.of(client.ask(plan.sliceMs() + " " + backwards, LoadFigure[].class, TIMEOUT_S)));
        }
        return all;
    }

    /** Returns a figure for each quantity, with the values of all turns. */
    static List<LoadFigure> merged(List<LoadFigure> ofTurns) {
        Map<LoadFigure, List<Double>> values = new LinkedHashMap<>();
        for (LoadFigure each : ofTurns) {
            LoadFigure key = new LoadFigure(each.load(), each.system(), each.quantity(), List.of());
            values.computeIfAbsent(key, unused -> new ArrayList<>()).addAll(each.values());
        }
        return values.entrySet().stream()
                .map(each -> new LoadFigure(
                        each.getKey().load(),
                        each.getKey().system(),
                        each.getKey().quantity(),
                        List.copyOf(each.getValue())))
                .toList();
    }
}
