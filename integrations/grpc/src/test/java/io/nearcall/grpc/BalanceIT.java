// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A service with three servers in JVMs of their own. */
@Timeout(180)
class BalanceIT {

    private static final int SERVERS = 3;
    private static final String LOOPBACK = "127.0.0.1";

    /** Each takes a few seconds; -Pfull has more. */
    private static final int KILLS = Integer.getInteger("kills", 2);

    @TempDir
    Path directory;

    private final Process[] servers = new Process[SERVERS];
    private final int[] ports = new int[SERVERS];
    private final List<Path> logs = new ArrayList<>();

    private void start(int number, String host) throws IOException {
        String runtimeDirectory =
                "-Dio.nearcall.dir=" + directory.resolve("run" + number); // or they would have one name
        Path log = directory.resolve("sales" + logs.size());
        logs.add(log);
        servers[number] = SecondJvm.start(
                List.of(runtimeDirectory), ShopServer.class, host, Integer.toString(ports[number]), log.toString());
        ports[number] = Integer.parseInt(lines(servers[number]).readLine());
    }

    private void startAll() throws IOException {
        for (int i = 0; i < SERVERS; i++) {
            start(i, LOOPBACK);
        }
    }

    private static Endpoint open() {
        return Endpoint.builder().lookupTimeout(Duration.ofSeconds(30)).open();
    }

    private static BufferedReader lines(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream()));
    }

    @AfterEach
    void close() throws Exception {
        for (Process server : servers) {
            if (server != null) {
                server.destroyForcibly().waitFor();
            }
        }
    }

    private long[] pids() {
        return Stream.of(servers).mapToLong(Process::pid).toArray();
    }

    private String address() {
        StringBuilder places = new StringBuilder();
        for (int port : ports) {
            places.append(places.isEmpty() ? "" : ",")
                    .append(LOOPBACK)
                    .append(':')
                    .append(port);
        }
        return "grpc://shop@" + places;
    }

    private long[] others(int number) {
        return LongStream.of(pids()).filter(pid -> pid != servers[number].pid()).toArray();
    }

    /** An object of each of these servers, which lives as long as the session with its server. */
    private static Map<Long, Shop.Basket> baskets(Shop shop, long... numbers) {
        Map<Long, Shop.Basket> baskets = new HashMap<>();
        while (!LongStream.of(numbers).allMatch(baskets::containsKey)) {
            Shop.Basket basket = shop.basket();
            baskets.putIfAbsent(basket.server(), basket);
        }
        baskets.keySet().retainAll(LongStream.of(numbers).boxed().toList());
        return baskets;
    }

    @Test
    void shouldLoseNoIdempotentCallAndTellTheTruthOfOthersWhenServersAreKilled() throws Exception {
        startAll();
        try (Endpoint client = open()) {
            Shop shop = client.lookup(Shop.class, address());
            ShopLoad load = new ShopLoad(shop);
            try {
                load.awaitAnswers(100, pids());
                for (int i = 0; i < KILLS; i++) {
                    int killed = i % SERVERS;
                    long[] others = others(killed);
                    Map<Long, Shop.Basket> baskets = baskets(shop, others);
                    servers[killed].destroyForcibly().waitFor();
                    load.awaitAnswers(300, others);
                    start(killed, LOOPBACK);
                    load.awaitBalance(pids());
                    baskets.forEach(
                            (number, basket) -> assertThat(basket.server()).isEqualTo(number));
                }
            } finally {
                load.end();
            }
            assertThat(load.faults()).isEmpty();
            assertThat(load.failures())
                    .hasSizeLessThanOrEqualTo(
                            KILLS * ShopLoad.THREADS); // each thread is in one call when a server dies
            assertThat(load.longestNs()).isLessThan(TimeUnit.SECONDS.toNanos(5));
            load.check(SaleLog.read(logs));
        }
    }

    @Test
    void shouldFailNoCallWhileAllServersAreRestartedOneAfterTheOther() throws Exception {
        startAll();
        try (Endpoint client = open()) {
            ShopLoad load = new ShopLoad(client.lookup(Shop.class, address()));
            try {
                for (int i = 0; i < SERVERS; i++) {
                    load.awaitAnswers(100, pids());
                    servers[i].getOutputStream().close();
                    assertThat(servers[i].waitFor()).isZero();
                    start(i, LOOPBACK);
                }
                load.awaitAnswers(100, pids());
            } finally {
                load.end();
            }
            assertThat(load.faults()).isEmpty();
            assertThat(load.failures()).isEmpty();
        }
    }
}
