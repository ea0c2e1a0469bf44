// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ConnectionRefusedException;
import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A service whose servers a control plane names. Servers have JVMs of their own, and all sides prove who they are. */
@Timeout(180)
class XdsIT {

    private static final String LOOPBACK = "127.0.0.1";
    private static final String TARGET = "shop.example";

    /** The ten seconds after which servers are asked for again, and what a busy machine adds. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    @TempDir
    static Path certificatesDirectory;

    private static final AtomicInteger RUNS = new AtomicInteger();

    private static Certificates certificates;

    @TempDir
    Path directory;

    private final List<Process> servers = new ArrayList<>();
    private final List<InetSocketAddress> addresses = new ArrayList<>();
    private final List<Path> logs = new ArrayList<>();
    private ControlPlane plane;
    private String target; // another one for each test, since each client sees at first what it has seen before

    @BeforeAll
    static void certify() throws Exception {
        certificates = Certificates.in(certificatesDirectory);
        certificates.authority("shop");
        certificates.sign("shop", "orders", "uri:spiffe://shop/orders,dns:" + TARGET);
        certificates.sign("shop", "desk", "uri:spiffe://shop/desk,dns:desk.example,ip:" + LOOPBACK);
        certificates.sign("shop", "till", "uri:spiffe://shop/till");
    }

    @BeforeEach
    void open() throws Exception {
        plane = ControlPlane.open();
        target = TARGET + ':' + RUNS.incrementAndGet();
    }

    @AfterEach
    void close() throws Exception {
        for (Process server : servers) {
            server.destroyForcibly().waitFor();
        }
        assertThat(plane.faults()).isEmpty();
    }

    private static GrpcTransport.Builder as(String name) {
        return GrpcTransport.builder()
                .certificate(certificates.certificate(name), certificates.key())
                .trust(certificates.certificate("shop"));
    }

    private static Endpoint client(GrpcTransport.Builder transport) {
        return Endpoint.builder()
                .transport(transport.build())
                .lookupTimeout(Duration.ofSeconds(30))
                .open();
    }

    private void start() throws IOException {
        int number = servers.size();
        Path log = directory.resolve("sales" + number);
        logs.add(log);
        Process server = SecondJvm.start(
                List.of("-Dio.nearcall.dir=" + directory.resolve("run" + number)), // or they would have one name
                ShopServer.class,
                LOOPBACK,
                "0",
                log.toString(),
                certificatesDirectory.toString());
        servers.add(server);
        int port = Integer.parseInt(new BufferedReader(new InputStreamReader(server.getInputStream())).readLine());
        addresses.add(new InetSocketAddress(LOOPBACK, port));
    }

    private void name(Integer... numbers) {
        plane.name(target, Stream.of(numbers).map(addresses::get).toArray(InetSocketAddress[]::new));
    }

    private String address() {
        return "grpc://shop@xds:///" + target;
    }

    private long pid(int number) {
        return servers.get(number).pid();
    }

    @Test
    void shouldTellTheTruthOfCallsWhenAServerIsKilled() throws Exception {
        start();
        start();
        name(0, 1);
        try (Endpoint client = client(as("till"))) {
            ShopLoad load = new ShopLoad(client.lookup(Shop.class, address()));
            try {
                load.awaitAnswers(100, pid(0), pid(1));
                servers.get(0).destroyForcibly().waitFor();
                load.awaitAnswers(300, pid(1));
            } finally {
                load.end();
            }
            assertThat(load.faults()).isEmpty();
            assertThat(load.failures()).hasSizeLessThanOrEqualTo(ShopLoad.THREADS);
            load.check(SaleLog.read(logs));
        }
    }

    /** The server that the control plane does not name any more still serves, and is closed later. */
    @Test
    void shouldFailNoCallWhileTheControlPlaneNamesOtherServers() throws Exception {
        start();
        start();
        start();
        name(0, 1);
        try (Endpoint client = client(as("till"))) {
            ShopLoad load = new ShopLoad(client.lookup(Shop.class, address()));
            try {
                load.awaitAnswers(100, pid(0), pid(1));
                assertThat(load.answers()).doesNotContainKey(pid(2));
                name(1, 2);
                awaitMove(load);
                servers.get(0).getOutputStream().close();
                assertThat(servers.get(0).waitFor()).isZero();
                load.awaitAnswers(100, pid(1), pid(2));
            } finally {
                load.end();
            }
            assertThat(load.faults()).isEmpty();
            assertThat(load.failures()).isEmpty();
            load.check(SaleLog.read(logs));
        }
    }

    /** Waits until the last two servers are called, and the first is not. */
    private void awaitMove(ShopLoad load) throws InterruptedException {
        long sinceNs = System.nanoTime();
        Map<Long, Long> before;
        Map<Long, Long> after;
        do {
            before = load.answers();
            TimeUnit.MILLISECONDS.sleep(300); // in which each server that is called gives many answers
            after = load.answers();
            assertThat(System.nanoTime() - sinceNs).as("answers: %s", after).isLessThan(PATIENCE_NS);
        } while (!after.get(pid(0)).equals(before.get(pid(0)))
                || after.get(pid(1)).equals(before.get(pid(1)))
                || after.getOrDefault(pid(2), 0L).equals(before.getOrDefault(pid(2), 0L)));
    }

    /** A server in this JVM, which offers nothing yet. */
    private Endpoint server(GrpcTransport door) {
        return Endpoint.builder()
                .directory(directory.resolve("run"))
                .transport(door)
                .open();
    }

    /** Its address is in the certificate, but that is what the control plane says. */
    @Test
    void shouldRefuseAServerWhoseCertificateDoesNotHaveTheNameOfTheTarget() {
        GrpcTransport door = as("desk").listen(0).build();
        try (Endpoint server = server(door);
                Endpoint client = client(as("till"))) {
            server.export(Shop.class, new Shop.Counting(1));
            plane.name(target, new InetSocketAddress(LOOPBACK, door.port()));
            assertThatThrownBy(() -> client.lookup(Shop.class, address()))
                    .isInstanceOf(ConnectionRefusedException.class)
                    .hasMessageContainingAll("the certificate of the other side is not accepted", TARGET);
        }
    }

    @Test
    void shouldNotSendPlaintextToAnotherHostThatTheControlPlaneNames() {
        plane.name(target, new InetSocketAddress("192.0.2.1", 7443));
        try (Endpoint client = client(GrpcTransport.builder())) {
            assertThatThrownBy(() -> client.lookup(Shop.class, address()))
                    .hasMessageContainingAll("192.0.2.1", "they do not leave this host");
        }
    }

    /** What a client in a JVM of its own says of these addresses. */
    private List<String> answers(List<String> options, Duration lookupTimeout, String... places) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(certificatesDirectory.toString(), lookupTimeout.toString()));
        arguments.addAll(List.of(places));
        Process client = SecondJvm.start(options, Client.class, arguments.toArray(String[]::new));
        try (BufferedReader said = new BufferedReader(new InputStreamReader(client.getInputStream()))) {
            List<String> lines = said.lines().toList();
            assertThat(client.waitFor()).isZero();
            return lines;
        }
    }

    @Test
    void shouldNeedTheLibraryForSuchAddressesOnly() throws Exception {
        String without = Stream.of(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                        .split(File.pathSeparator))
                .filter(path -> !path.contains("grpc-xds"))
                .collect(Collectors.joining(File.pathSeparator));
        GrpcTransport door = as("orders").listen(0).build();
        try (Endpoint server = server(door)) {
            server.export(Shop.class, new Shop.Counting(1));
            List<String> answers = answers(
                    List.of("-cp", without),
                    Duration.ofSeconds(30),
                    "xds:///" + TARGET,
                    TARGET + '/' + LOOPBACK + ':' + door.port());
            assertThat(answers).hasSize(2);
            assertThat(answers.get(0))
                    .startsWith(
                            "java.lang.IllegalArgumentException: place=xds:///shop.example needs gRPC's library for xDS")
                    .contains("io.grpc:grpc-xds");
            assertThat(answers.get(1)).isEqualTo("1");
        }
    }

    @Test
    void shouldLoadNoClassForItIfAnAddressDoesNotNeedIt() throws Exception {
        Path loaded = directory.resolve("loaded");
        GrpcTransport door = as("orders").listen(0).build();
        try (Endpoint server = server(door)) {
            server.export(Shop.class, new Shop.Counting(1));
            assertThat(answers(
                            List.of("-Xlog:class+load:file=" + loaded),
                            Duration.ofSeconds(30),
                            TARGET + '/' + LOOPBACK + ':' + door.port()))
                    .containsExactly("1");
        }
        assertThat(Files.readString(loaded))
                .contains(GrpcTransport.class.getName())
                .doesNotContain(XdsServers.class.getName(), ChoicePolicy.class.getName());
    }

    @Test
    void shouldSayThatTheBootstrapFileIsMissing() throws Exception {
        assertThat(answers(List.of(), Duration.ZERO, "xds:///" + TARGET).toString())
                .contains("its addresses are not known", "Cannot find bootstrap configuration");
    }

    @Test
    void shouldSayThatTheControlPlaneIsNotReached() throws Exception {
        String nowhere = "-Dio.grpc.xds.bootstrapConfig=" + ControlPlane.bootstrap(1);
        assertThat(answers(List.of(nowhere), Duration.ZERO, "xds:///" + TARGET).toString())
                .contains("its addresses are not known", "Connection refused");
    }

    /** Looks the service up at several places, one after the other. Prints the number of its server, or why there is none. */
    static final class Client {

        private Client() {}

        /** @param arguments a directory of certificates, how long to wait for the service, and places */
        public static void main(String[] arguments) {
            certificates = Certificates.of(Path.of(arguments[0]));
            try (Endpoint endpoint = Endpoint.builder()
                    .transport(as("till").build())
                    .lookupTimeout(Duration.parse(arguments[1]))
                    .open()) {
                for (String place : List.of(arguments).subList(2, arguments.length)) {
                    try {
                        System.out.println(endpoint.lookup(Shop.class, "grpc://shop@" + place)
                                .serve());
                    } catch (NearcallException | IllegalArgumentException e) {
                        System.out.println(e);
                    }
                }
            }
        }
    }
}
