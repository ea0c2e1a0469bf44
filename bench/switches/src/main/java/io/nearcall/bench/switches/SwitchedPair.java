// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.switches;

import io.nearcall.bench.Workload;
import io.nearcall.bench.measure.WarmUp;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.pair.JvmFlags;
import io.nearcall.bench.report.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Two fresh JVMs with one opt-in, each on a CPU of its own if there are two. */
final class SwitchedPair implements AutoCloseable {

    private static final long TIMEOUT_S = 60;

    private final OptIn optIn;
    private final Child server;
    private final Child client;

    private SwitchedPair(OptIn optIn, Child server, Child client) {
        this.optIn = optIn;
        this.server = server;
        this.client = client;
    }

    /** Starts both and waits until they are connected. */
    static SwitchedPair start(OptIn optIn, Path scratch) throws IOException, InterruptedException {
        List<String> cpus = Machine.cpus();
        String service = "bench-switch-" + optIn.name().toLowerCase(Locale.ROOT).replace('_', '-');
        List<String> args = List.of(optIn.name(), service);
        Child server = child("server", optIn, scratch, cpus.get(0), SwitchedServerMain.class, args);
        try {
            boolean page =
                    server.next(SwitchedServerMain.Ready.class, TIMEOUT_S).page();
            if (page == (optIn == OptIn.NO_PAGE)) {
                throw new IOException(optIn + (page ? " has a statistics page" : " has no statistics page"));
            }
            Child client =
                    child("client", optIn, scratch, cpus.get(cpus.size() > 1 ? 1 : 0), SwitchedClientMain.class, args);
            server.whenEnded(client::kill); // which would wait for answers
            try {
                client.next(Object.class, TIMEOUT_S);
                return new SwitchedPair(optIn, server, client);
            } catch (IOException | InterruptedException | RuntimeException e) {
                client.close();
                throw e;
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private static Child child(String side, OptIn optIn, Path scratch, String cpu, Class<?> main, List<String> args)
            throws IOException {
        List<String> bound = List.of("taskset", "-c", cpu);
        List<String> prefix = optIn == OptIn.NO_PAGE ? NoTmpfs.prefix(scratch, bound) : bound;
        List<String> flags = new ArrayList<>(JvmFlags.ALL);
        flags.addAll(optIn.flags(scratch));
        Path java = Path.of(System.getProperty("java.home"));
        return Child.start(prefix, java, side + " with " + optIn, flags, main, args);
    }

    OptIn optIn() {
        return optIn;
    }

    void warm(Workload work, WarmUp.Patience patience) throws IOException, InterruptedException {
        client.ask("warm " + work + " " + patience.word(), WarmUp.class, TIMEOUT_S);
    }

    Slice slice(Workload work, long ms) throws IOException, InterruptedException {
        return client.ask("slice " + work + " " + ms, Slice.class, TIMEOUT_S);
    }

    /** Pings that far apart. */
    Slice pace(long betweenNs, long ms) throws IOException, InterruptedException {
        return client.ask("pace " + betweenNs + " " + ms, Slice.class, TIMEOUT_S);
    }

    /** Has the client wait for a call that takes so long, besides the others. */
    void beginLongCall(long ms) throws IOException, InterruptedException {
        client.ask("wait " + ms, String.class, TIMEOUT_S);
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
