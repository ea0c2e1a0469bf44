// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.cpp;

import io.nearcall.bench.measure.WarmUp.Patience;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.pair.JvmFlags;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A server and a client in each language, fresh and connected. All may use all CPUs. */
final class CppSet implements AutoCloseable {

    private static final long TIMEOUT_S = 60;
    private static final String ALL_CPUS = "";
    private static final double SETTLED = 0.03;

    private final Path program;
    private final List<Child> children = new ArrayList<>();
    private final Map<Side, Child> clients = new EnumMap<>(Side.class);

    private CppSet(Path program) {
        this.program = program;
    }

    /** Starts all and waits until they are connected. */
    static CppSet start(Path program) throws IOException, InterruptedException {
        CppSet set = new CppSet(program);
        try {
            List<String> services = new ArrayList<>();
            for (Side side : Side.values()) {
                String service = "bench-cpp-" + ProcessHandle.current().pid() + "-"
                        + side.name().toLowerCase(Locale.ROOT);
                services.add(service);
                set.add(set.start("server in " + side.title(), side, CppServerMain.class, "serve", List.of(service)));
            }
            for (Side side : Side.values()) {
                Child client = set.start("client in " + side.title(), side, CppClientMain.class, "call", services);
                set.children.forEach(server -> server.whenEnded(client::kill)); // which would wait for answers
                set.add(client);
                set.clients.put(side, client);
            }
            return set;
        } catch (IOException | InterruptedException | RuntimeException e) {
            set.close();
            throw e;
        }
    }

    private Child start(String name, Side side, Class<?> main, String role, List<String> arguments) throws IOException {
        if (side == Side.JAVA) {
            return Child.start(name, ALL_CPUS, JvmFlags.LARGE, main, arguments);
        }
        List<String> command = new ArrayList<>(List.of(program.toString(), role));
        command.addAll(arguments);
        return Child.start(name, command);
    }

    private void add(Child child) throws IOException, InterruptedException {
        children.add(child);
        child.next(Object.class, TIMEOUT_S);
    }

    /** Has calls made until two slices in a row take the same time, or the patience is over. */
    void warm(Talk talk, Work work, Patience patience) throws IOException, InterruptedException {
        long startNs = System.nanoTime();
        double before = Double.NaN;
        while (true) {
            double now = p50Ns(talk, work, patience.sliceMs());
            if (Math.abs(now - before) < SETTLED * before
                    || System.nanoTime() - startNs >= patience.longestMs() * 1_000_000) {
                return;
            }
            before = now;
        }
    }

    /** Has calls made for that long. */
    double p50Ns(Talk talk, Work work, long ms) throws IOException, InterruptedException {
        return clients.get(talk.caller())
                .ask("slice " + talk.callee() + " " + work + " " + ms, Figure.class, TIMEOUT_S)
                .p50Ns();
    }

    @Override
    public void close() {
        for (int i = children.size() - 1; i >= 0; i--) { // clients first
            children.get(i).close();
        }
    }
}
