// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A service at the addresses of a name, which change while eight threads call. Each side is a JVM of its own. */
@Timeout(180)
class NameIT {

    /** The ten seconds after which addresses are asked for again, and what a busy machine adds. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    @TempDir
    Path directory;

    private final List<Process> servers = new ArrayList<>();
    private int port; // the same of all servers
    private Process client;
    private BufferedReader said;

    private static BufferedReader lines(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream()));
    }

    /** The server with that number has that address. */
    private static String hostOf(int number) {
        return "127.0.0." + (1 + number);
    }

    private void startServer() throws IOException {
        int number = servers.size();
        String runtimeDirectory =
                "-Dio.nearcall.dir=" + directory.resolve("run" + number); // or they would have one name
        Process server =
                SecondJvm.start(List.of(runtimeDirectory), Server.class, hostOf(number), Integer.toString(port));
        servers.add(server);
        port = Integer.parseInt(lines(server).readLine());
    }

    /** Gives the name the addresses of these servers, and no others. */
    private Path name(int... numbers) throws IOException {
        StringBuilder hosts = new StringBuilder();
        for (int number : numbers) {
            hosts.append(hostOf(number)).append(" shop.example\n");
        }
        Path next = Files.writeString(directory.resolve("next"), hosts);
        return Files.move(next, directory.resolve("hosts"), ATOMIC_MOVE);
    }

    /** Waits until the client calls these servers, and no others. */
    private void awaitCalls(int... numbers) throws IOException {
        TreeSet<Long> expected = new TreeSet<>();
        for (int number : numbers) {
            expected.add(servers.get(number).pid());
        }
        long sinceNs = System.nanoTime();
        String called = "";
        while (!expected.toString().equals(called)) {
            assertThat(System.nanoTime() - sinceNs)
                    .as("called: %s, and not %s", called, expected)
                    .isLessThan(PATIENCE_NS);
            client.getOutputStream().write('\n');
            client.getOutputStream().flush();
            called = said.readLine();
        }
    }

    @AfterEach
    void end() throws Exception {
        if (client != null) {
            client.destroyForcibly().waitFor();
        }
        for (Process server : servers) {
            server.destroyForcibly().waitFor();
        }
    }

    /** The server that leaves the name still serves, and is then killed. */
    @Test
    void shouldCallTheServersThatTheNameHas() throws Exception {
        startServer();
        startServer();
        startServer();
        Path hosts = name(0, 1, 2);
        client = SecondJvm.start(
                List.of("-Djdk.net.hosts.file=" + hosts, "-Dsun.net.inetaddr.ttl=1"),
                Client.class,
                "grpc://shop@dns:///shop.example:" + port);
        said = lines(client);
        assertThat(said.readLine()).isEqualTo("calls");
        awaitCalls(0, 1, 2);

        startServer();
        name(1, 2, 3);
        awaitCalls(1, 2, 3);

        servers.get(0).destroyForcibly().waitFor();
        awaitCalls(1, 2, 3);
        client.getOutputStream().close();
        assertThat(said.readLine()).as("failures").isEqualTo("[] []");
        assertThat(client.waitFor()).isZero();
    }

    /** A server, whose number is its process id. Prints its port, and ends with its input. */
    static final class Server {

        private Server() {}

        /** @param arguments the address and the port to listen at */
        public static void main(String[] arguments) throws Exception {
            GrpcTransport door = GrpcTransport.builder()
                    .listen(InetAddress.getByName(arguments[0]), Integer.parseInt(arguments[1]))
                    .build();
            try (Endpoint endpoint = Endpoint.builder().transport(door).open()) {
                endpoint.export(
                        Shop.class, new Shop.Counting(ProcessHandle.current().pid()));
                System.out.println(door.port());
                System.in.transferTo(OutputStream.nullOutputStream());
            }
        }
    }

    /**
     * A client, which says when it begins to call, and calls until its input ends. Answers each line with the numbers of
     * the servers that it calls then, and the end of its input with the calls that have failed.
     */
    static final class Client {

        private Client() {}

        /** @param arguments the address of the service */
        public static void main(String[] arguments) throws Exception {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
            try (Endpoint endpoint =
                    Endpoint.builder().lookupTimeout(Duration.ofSeconds(60)).open()) {
                ShopLoad load = new ShopLoad(endpoint.lookup(Shop.class, arguments[0]));
                System.out.println("calls");
                while (in.readLine() != null) {
                    Map<Long, Long> before = load.answers();
                    TimeUnit.MILLISECONDS.sleep(300); // in which each server that is called gives many answers
                    TreeSet<Long> called = new TreeSet<>();
                    load.answers().forEach((server, count) -> {
                        if (!count.equals(before.get(server))) {
                            called.add(server);
                        }
                    });
                    System.out.println(called);
                }
                load.end();
                System.out.println(load.faults() + " " + load.failures());
            }
        }
    }
}
