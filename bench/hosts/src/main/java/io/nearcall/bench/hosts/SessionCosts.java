// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.hosts;

import io.nearcall.bench.load.ResidentMemory;
import io.nearcall.bench.measure.ProcessCpu;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.quoted.QuotedComparison.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What idle sessions cost, with two JVMs twice. First, one endpoint serves, and there is an endpoint of a client for each
 * session: the server's side is measured. Then one endpoint is a client, and there is an endpoint of a server for each
 * session: the client's side is measured. So the measured side has one endpoint.
 */
public final class SessionCosts {

    /** A heap whose pages exist from the start. So the resident memory grows only by what is outside the heap. */
    private static final List<String> FLAGS =
            List.of("-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch", "--enable-native-access=ALL-UNNAMED");

    private static final String SERVER = "server's side";
    private static final String CLIENT = "client's side";
    private static final long TIMEOUT_S = 120;
    private static final double KIB = 1_024;
    private static final double NS_PER_S = 1e9;
    private static final double PERCENT = 100;
    private static final int THOUSAND = 1_000;

    /** After this time, lanes that are idle have no threads. */
    private static final long SETTLE_MS = 3_000;

    private final Certificate certificate;
    private final int first;
    private final int count;
    private final int references;
    private final long watchMs;
    private final Map<String, List<String>> rows = new LinkedHashMap<>(); // the server's side, then the client's

    private SessionCosts(Certificate certificate, int first, int count, int references, long watchMs) {
        this.certificate = certificate;
        this.first = first;
        this.count = count;
        this.references = references;
        this.watchMs = watchMs;
    }

    /**
     * Measures. Blocks for about three minutes.
     *
     * @param directory for the certificate
     * @param trial whether to take only a moment
     */
    public static Table measure(Path directory, boolean trial)
            throws IOException, InterruptedException, GeneralSecurityException {
        Certificate certificate = Certificate.make(directory);
        // The first ones load classes and start threads. Both sides send a heartbeat every ten seconds.
        SessionCosts costs = trial
                ? new SessionCosts(certificate, 2, 3, 10, 100)
                : new SessionCosts(certificate, 50, 400, 20_000, 30_000);
        costs.measure(SERVER, 1);
        costs.measure(CLIENT, costs.first + costs.count);
        return costs.table();
    }

    private Table table() {
        List<List<String>> cells = new ArrayList<>();
        rows.forEach((cost, values) -> cells.add(List.of(cost, values.get(0), values.get(1))));
        return new Table(
                "What sessions cost, measured with " + count + " real ones over the loopback device, with mutual TLS.",
                List.of("cost", SERVER, CLIENT),
                cells);
    }

    /** @param doors of the server: one, or one for each session */
    private void measure(String side, int doors) throws IOException, InterruptedException {
        System.err.println("sessions, " + side + " ...");
        String directory = certificate.directory().toString();
        try (Child server =
                Child.start("server", "", FLAGS, SessionServerMain.class, List.of(directory, String.valueOf(doors)))) {
            SessionServerMain.Ready ready = server.next(SessionServerMain.Ready.class, TIMEOUT_S);
            List<String> args = new ArrayList<>(List.of(directory, String.valueOf(server.pid())));
            ready.ports().forEach(port -> args.add(String.valueOf(port)));
            try (Child client = Child.start("client", "", FLAGS, SessionClientMain.class, args)) {
                client.next(Object.class, TIMEOUT_S);
                Child measured = side.equals(SERVER) ? server : client;
                client.ask(SessionClientMain.CONNECT + " " + first, Object.class, TIMEOUT_S);
                State before = lookAt(measured);
                client.ask(SessionClientMain.CONNECT + " " + count, Object.class, TIMEOUT_S);
                State after = lookAt(measured);
                add(before, after);
                addReferences(client, measured);
            }
        }
    }

    /**
     * What a JVM has at a moment, and what it did in the time before.
     *
     * @param cpu the part of one CPU that it used
     * @param bytesPerSecond over the loopback device, of all processes
     */
    private record State(
            double heapBytes,
            double residentKib,
            double descriptors,
            double threads,
            double cpu,
            double bytesPerSecond) {}

    private State lookAt(Child measured) throws IOException, InterruptedException {
        Thread.sleep(SETTLE_MS);
        double heapBytes = heapBytes(measured);
        double residentKib = ResidentMemory.of(measured.pid()).residentKib();
        Path process = Path.of("/proc/" + measured.pid());
        double descriptors = entries(process.resolve("fd"));
        double threads = entries(process.resolve("task"));
        long beginNs = System.nanoTime();
        Map<String, Long> ran = ProcessCpu.runNs(measured.pid());
        long sent = loopbackBytes();
        Thread.sleep(watchMs);
        double watchedNs = System.nanoTime() - beginNs;
        return new State(
                heapBytes,
                residentKib,
                descriptors,
                threads,
                ProcessCpu.usedNs(ran, ProcessCpu.runNs(measured.pid())) / watchedNs,
                (loopbackBytes() - sent) * NS_PER_S / watchedNs);
    }

    private static double heapBytes(Child measured) throws IOException, InterruptedException {
        return measured.ask(SessionClientMain.COLLECT, SessionServerMain.Heap.class, TIMEOUT_S)
                .usedBytes();
    }

    private static long entries(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.count();
        }
    }

    /** The bytes of both directions, with the heads of TCP and IP, because each packet is counted where it is sent. */
    private static long loopbackBytes() throws IOException {
        return Long.parseLong(Files.readString(Path.of("/sys/class/net/lo/statistics/tx_bytes"))
                .strip());
    }

    private void add(State before, State after) {
        add("heap of an idle session", "%.0f KiB", (after.heapBytes - before.heapBytes) / KIB / count);
        add("its memory beside the heap", "%.0f KiB", (after.residentKib - before.residentKib) / count);
        add("its descriptors", "%.1f", (after.descriptors - before.descriptors) / count);
        add("its threads", "%.1f", (after.threads - before.threads) / count);
        add(
                "its bytes a second over the network, both directions, with the headers of TCP and IP",
                "%.0f",
                (after.bytesPerSecond - before.bytesPerSecond) / count);
        add("CPU of 1,000 idle sessions", "%.1f %% of one", PERCENT * THOUSAND * (after.cpu - before.cpu) / count);
    }

    private void addReferences(Child client, Child measured) throws IOException, InterruptedException {
        double before = heapBytes(measured);
        client.ask(SessionClientMain.REFER + " " + references, Object.class, TIMEOUT_S);
        add("heap of a reference", "%.0f bytes", (heapBytes(measured) - before) / references);
    }

    private void add(String cost, String format, double value) {
        rows.computeIfAbsent(cost, any -> new ArrayList<>()).add(String.format(Locale.ROOT, format, value));
    }
}
