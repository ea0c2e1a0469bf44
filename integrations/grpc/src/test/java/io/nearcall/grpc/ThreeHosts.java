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
 * What the callers of a service on three hosts go through when one of the hosts is cut off, and comes back. Its main
 * program runs in a network namespace that {@link ThreeHostsIT} has made, and starts a server in each of the others.
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
    private final List<Process> servers = new ArrayList<>();

    private ThreeHosts(Path directory) throws Exception {
        this.directory = directory;
        this.certificates = Certificates.in(directory);
        certificates.authority("shop");
        certificates.sign("shop", "till", "uri:spiffe://shop/till");
    }

    static String address(String host) {
        return "10.9.0.1" + host.charAt(host.length() - 1);
    }

    private static Path sales(Path directory, String host) {
        return directory.resolve(host + ".sales");
    }

    /** The argument is a directory for certificates and for what the servers sell. */
    public static void main(String[] arguments) throws Exception {
        ThreeHosts hosts = new ThreeHosts(Path.of(arguments[0]));
        try {
            hosts.startServers();
            hosts.callWhileOneIsCutOff();
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
            servers.add(Namespaces.start(host, Server.class, host, directory.toString()));
        }
    }

    private long[] numbers(int from) {
        return servers.stream().skip(from).mapToLong(Process::pid).toArray();
    }

    private void callWhileOneIsCutOff() throws Exception {
        String places = HOSTS.stream().map(host -> address(host) + ":" + PORT).collect(Collectors.joining(","));
        try (Endpoint client = Endpoint.builder()
                .transport(as(certificates, "till").build())
                .lookupTimeout(Duration.ofSeconds(30))
                .open()) {
            ShopLoad load = new ShopLoad(client.lookup(Shop.class, "grpc://shop@" + places));
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

    private List<Long> sales() throws IOException {
        List<Long> all = new ArrayList<>();
        for (String host : HOSTS) {
            all.addAll(SaleLog.read(sales(directory, host)));
        }
        return all;
    }

    /** A server. It ends with its input. */
    static final class Server {

        private Server() {}

        /** The arguments are the host, and the directory. */
        public static void main(String[] arguments) throws Exception {
            String host = arguments[0];
            Path directory = Path.of(arguments[1]);
            SaleLog log = new SaleLog(sales(directory, host));
            GrpcTransport door = as(Certificates.of(directory), host)
                    .listen(InetAddress.getByName(address(host)), PORT)
                    .build();
            try (Endpoint endpoint = Endpoint.builder().transport(door).open()) {
                endpoint.export(
                        Shop.class, new Shop.Counting(ProcessHandle.current().pid(), log::begun));
                System.out.println("open");
                System.in.transferTo(OutputStream.nullOutputStream());
            }
        }
    }
}
