// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import io.nearcall.Outcome;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * What the callers of a service on three hosts go through: one of the hosts is cut off, and comes back; or its servers
 * are slow, killed and restarted. Its main program runs in a network namespace that {@link ThreeHostsIT} has made, and
 * starts a server in each of the others.
 */
public final class ThreeHosts {

    static final List<String> HOSTS = List.of("far1", "far2", "far3");
    private static final int PORT = 7443;

    /** The guide's 15 s, and what a busy machine adds. */
    private static final Duration NOTICED = Duration.ofSeconds(20);

    /** A call takes longer only if it waits for a host that is gone: for 5 s at least. */
    private static final Duration LONG = Duration.ofSeconds(4);

    private final Path directory;
    private final Certificates certificates;
    private final List<Path> logs = new ArrayList<>();
    final List<Process> servers = new ArrayList<>(); // as HOSTS

    private ThreeHosts(Path directory) throws Exception {
        this.directory = directory;
        this.certificates = Certificates.in(directory);
        certificates.authority("shop");
        certificates.sign("shop", "till", "uri:spiffe://shop/till");
    }

    static String address(String host) {
        return "10.9.0.1" + host.charAt(host.length() - 1);
    }

    /** What happens to the three hosts. */
    enum Event {
        CUT,
        SLOWNESS,
        RESTARTS
    }

    /** The arguments are the event, and a directory for certificates and for what the servers sell. */
    public static void main(String[] arguments) throws Exception {
        ThreeHosts hosts = new ThreeHosts(Path.of(arguments[1]));
        try {
            hosts.startServers();
            switch (Event.valueOf(arguments[0])) {
                case CUT -> hosts.callWhileOneIsCutOff();
                case SLOWNESS -> ThreeHostsTraffic.shareCalls(hosts);
                default -> ThreeHostsTraffic.killAndRestart(hosts);
            }
        } finally {
            hosts.servers.forEach(Process::destroyForcibly);
        }
    }

    private static GrpcTransport.Builder as(Certificates certificates, String name) {
        return GrpcTransport.builder()
                .certificate(certificates.certificate(name), certificates.key())
                .trust(certificates.certificate("shop"));
    }

    private void startServers() throws Exception {
        for (String host : HOSTS) {
            certificates.sign("shop", host, "uri:spiffe://shop/" + host + ",ip:" + address(host));
            servers.add(start(host, 0));
        }
    }

    /** @param delayMs how long each call takes at that server */
    private Process start(String host, int delayMs) throws IOException {
        Path log = directory.resolve("sales" + logs.size());
        logs.add(log);
        return Namespaces.start(
                host, Server.class, host, directory.toString(), log.toString(), Integer.toString(delayMs));
    }

    /** Puts another server in the place of one that has ended. */
    void startAgain(int number, int delayMs) throws IOException {
        servers.set(number, start(HOSTS.get(number), delayMs));
    }

    long[] numbers(int from) {
        return servers.stream().skip(from).mapToLong(Process::pid).toArray();
    }

    Endpoint open() {
        return Endpoint.builder()
                .transport(as(certificates, "till").build())
                .lookupTimeout(Duration.ofSeconds(30))
                .open();
    }

    static Shop lookup(Endpoint client) {
        String places = HOSTS.stream().map(host -> address(host) + ":" + PORT).collect(Collectors.joining(","));
        return client.lookup(Shop.class, "grpc://shop@" + places);
    }

    private void callWhileOneIsCutOff() throws Exception {
        try (Endpoint client = open()) {
            ShopLoad load = new ShopLoad(lookup(client));
            try {
                load.awaitAnswers(100, numbers(0));
                load.awaitBalance(numbers(0));
                cutOffTheFirst(load);
                load.awaitBalance(numbers(0));
            } finally {
                load.end();
            }
            assertThat(load.faults()).isEmpty();
            assertThat(load.failures())
                    .hasSizeLessThanOrEqualTo(ShopLoad.THREADS) // each was in one call
                    .allMatch(failure -> failure.thrown().outcome() == Outcome.MAY_HAVE_RUN);
            assertThat(load.longestNs()).isLessThan(NOTICED.toNanos());
            load.check(sales());
        }
    }

    private void cutOffTheFirst(ShopLoad load) throws Exception {
        Namespaces.change("ip -n far1 link set far0 down");
        long cutNs = System.nanoTime();
        load.awaitAnswers(300, numbers(1)); // though nobody knows yet
        while (load.longestNs() < LONG.toNanos()) {
            assertThat(System.nanoTime() - cutNs)
                    .as("longest call: %d ns, failures: %s", load.longestNs(), load.failures())
                    .isLessThan(NOTICED.toNanos());
            TimeUnit.MILLISECONDS.sleep(100); // calls that wait for the first host tell nothing
        }
        System.out.println("noticed after " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - cutNs) + " ms");
        load.awaitAnswers(300, numbers(1));

        Namespaces.change("ip -n far1 link set far0 up");
        long first = servers.get(0).pid();
        long before = load.answers().get(first);
        long healedNs = System.nanoTime();
        while (load.answers().get(first) == before) {
            assertThat(System.nanoTime() - healedNs).isLessThan(NOTICED.toNanos());
            TimeUnit.MILLISECONDS.sleep(100); // between looks
        }
    }

    List<Long> sales() throws IOException {
        return SaleLog.read(logs);
    }

    /** A server. It ends with its input. */
    static final class Server {

        private Server() {}

        /** The arguments are the host, the directory, the file for the {@link SaleLog}, and how long a call takes in ms. */
        public static void main(String[] arguments) throws Exception {
            String host = arguments[0];
            Path directory = Path.of(arguments[1]);
            SaleLog log = new SaleLog(Path.of(arguments[2]));
            GrpcTransport door = as(Certificates.of(directory), host)
                    .listen(InetAddress.getByName(address(host)), PORT)
                    .build();
            try (Endpoint endpoint = Endpoint.builder().transport(door).open()) {
                Shop.Counting shop = new Shop.Counting(ProcessHandle.current().pid(), log::begun);
                shop.delayMs = Long.parseLong(arguments[3]);
                endpoint.export(Shop.class, shop);
                System.out.println("open");
                System.in.transferTo(OutputStream.nullOutputStream());
            }
        }
    }
}
