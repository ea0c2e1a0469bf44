// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nearcall.Endpoint;
import io.nearcall.Remotes;
import io.nearcall.ServiceNotFoundException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three endpoints with the same service, and a client, in one JVM. They reach each other over loopback. */
@Timeout(120)
class BalanceTest {

    private static final int SERVERS = 3;
    private static final int THREADS = 8;
    private static final int CALLS = 30_000;

    /** More than are sent before some have been read. */
    private static final int STREAMED = 1_000;

    @TempDir
    Path directory;

    private final Endpoint[] servers = new Endpoint[SERVERS];
    private final Shop.Counting[] shops = new Shop.Counting[SERVERS];
    private final int[] ports = new int[SERVERS];
    private Endpoint client;

    @BeforeEach
    void open() {
        for (int i = 0; i < SERVERS; i++) {
            start(i);
        }
        client = Endpoint.builder().name("client").open();
    }

    @AfterEach
    void close() {
        client.close();
        for (Endpoint server : servers) {
            server.close();
        }
    }

    private void start(int number) {
        GrpcTransport door = GrpcTransport.builder().listen(ports[number]).build();
        servers[number] = Endpoint.builder()
                .name("server" + number)
                .directory(directory.resolve("run" + number)) // or they would have one name
                .transport(door)
                .open();
        shops[number] = new Shop.Counting(number);
        servers[number].export(Shop.class, shops[number]);
        ports[number] = door.port();
    }

    private String address() {
        return "grpc://shop@"
                + IntStream.of(ports).mapToObj(port -> "localhost:" + port).collect(Collectors.joining(","));
    }

    /** A stub for which all servers are ready. */
    private Shop lookup() {
        Shop shop = client.lookup(Shop.class, address());
        awaitCalls(shop, 0, 1, 2);
        return shop;
    }

    /** Calls until all of these servers have been called. */
    private static void awaitCalls(Shop shop, long... numbers) {
        Set<Long> missing = new HashSet<>();
        for (long number : numbers) {
            missing.add(number);
        }
        while (!missing.isEmpty()) {
            missing.remove(shop.serveAgain());
        }
    }

    /** How many of the calls of eight threads each server gets. */
    private int[] shares(Shop shop) throws Exception {
        int[] before = counts();
        ExecutorService callers = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                ends.add(callers.submit(() -> {
                    for (int i = 0; i < CALLS / THREADS; i++) {
                        shop.serve();
                    }
                }));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        } finally {
            callers.shutdownNow();
        }
        int[] shares = counts();
        for (int i = 0; i < SERVERS; i++) {
            shares[i] -= before[i];
        }
        assertThat(IntStream.of(shares).sum()).isEqualTo(CALLS);
        return shares;
    }

    private int[] counts() {
        return List.of(shops).stream().mapToInt(shop -> shop.calls.get()).toArray();
    }

    @Test
    void shouldGiveEachServerAThirdOfTheCalls() throws Exception {
        for (int share : shares(lookup())) {
            assertThat(share).isBetween(CALLS * 28 / 100, CALLS * 38 / 100);
        }
    }

    @Test
    void shouldGiveASlowServerFewCalls() throws Exception {
        Shop shop = lookup();
        shops[1].delayMs = 10;
        int[] shares = shares(shop);
        assertThat(shares[1]).isBetween(1, CALLS / 10);
    }

    @Test
    void shouldKeepAnObjectAtItsServer() {
        Shop shop = lookup();
        Set<Long> servers = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            Shop.Basket basket = shop.basket();
            long server = basket.server();
            servers.add(server);
            for (int j = 0; j < 10; j++) {
                assertThat(basket.server()).isEqualTo(server);
            }
        }
        assertThat(servers).hasSize(SERVERS);
    }

    @Test
    void shouldKeepAStreamAtItsServer() {
        Shop shop = lookup();
        Set<Long> servers = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            Iterator<Long> stream = shop.served(STREAMED);
            long server = stream.next();
            servers.add(server);
            for (int j = 1; j < STREAMED; j++) {
                if (j % 100 == 0) {
                    shop.serve(); // somewhere
                }
                assertThat(stream.next()).isEqualTo(server);
            }
            assertThat(stream.hasNext()).isFalse();
        }
        assertThat(servers).hasSize(SERVERS);
    }

    /** And runs both there and here on the threads that wait. */
    @Test
    void shouldCallTheServerWhoseCallbackRuns() {
        Shop shop = lookup();
        Thread caller = Thread.currentThread();
        for (int i = 0; i < 30; i++) {
            assertThat(shop.callBack(() -> {
                        assertThat(Thread.currentThread()).isSameAs(caller);
                        shop.serve();
                    }))
                    .isTrue();
        }
    }

    @Test
    void shouldPassAServerItsOwnObject() {
        Shop shop = lookup();
        for (int i = 0; i < 30; i++) {
            assertThat(shop.isSelf(shop)).isTrue();
        }
    }

    @Test
    void shouldBalanceFuturesAndCallsThatAreMadeLater() {
        Shop shop = lookup();
        List<CompletableFuture<Long>> futures = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            futures.add(shop.serveLater());
            futures.add(Remotes.callAsync(shop, Shop::serve));
        }
        assertThat(futures.stream().map(CompletableFuture::join).distinct()).hasSize(SERVERS);
    }

    @Test
    void shouldFindTheServersWithTheFirstCall() {
        Shop shop = client.stub(Shop.class, address());
        awaitCalls(shop, 0, 1, 2);
        assertThat(shop).hasToString("Shop[shop at " + address().replace("shop@", "") + "]");
        assertThat(shop).isEqualTo(client.stub(Shop.class, address()));
    }

    @Test
    void shouldGoOnWithTheOthersAndComeBack() throws Exception {
        Shop shop = lookup();
        servers[0].close();
        for (int i = 0; i < 300; i++) {
            assertThat(shop.serveAgain()).isNotZero();
        }
        start(0);
        long restartedNs = System.nanoTime();
        while (shops[0].calls.get() == 0) {
            assertThat(System.nanoTime() - restartedNs).isLessThan(TimeUnit.SECONDS.toNanos(5));
            shop.serveAgain();
        }
    }

    @Test
    void shouldFailNoCallWhileAServerCloses() throws Exception {
        ShopLoad load = new ShopLoad(lookup());
        try {
            load.awaitAnswers(100, 0, 1, 2);
            servers[0].close();
            start(0);
            load.awaitAnswers(100, 0, 1, 2);
        } finally {
            load.end();
        }
        assertThat(load.faults()).isEmpty();
        assertThat(load.failures()).isEmpty();
    }

    /** Though it asks to be called no more. */
    @Test
    void shouldCallAServerThatClosesIfThereIsNoOther() throws Exception {
        servers[0].close();
        servers[2].close();
        Shop shop = client.lookup(Shop.class, address());
        shops[1].delayMs = 1;
        CompletableFuture<Void> closed = CompletableFuture.runAsync(servers[1]::close);
        long closingNs = System.nanoTime();
        while (System.nanoTime() - closingNs < TimeUnit.MILLISECONDS.toNanos(200)) {
            assertThat(shop.serve()).isEqualTo(1);
        }
        closed.get();
    }

    @Test
    void shouldCallTheServersThatThereAre() {
        servers[0].close();
        servers[2].close();
        assertThat(client.lookup(Shop.class, address(), Duration.ZERO).serve()).isEqualTo(1);
    }

    @Test
    void shouldUseNoMoreServersThanItMay() {
        GrpcTransport transport = GrpcTransport.builder().mostServers(2).build();
        try (Endpoint modest =
                Endpoint.builder().name("modest").transport(transport).open()) {
            Shop shop = modest.lookup(Shop.class, address());
            Set<Long> answering = new HashSet<>();
            while (answering.size() < 2) {
                answering.add(shop.serveAgain());
            }
            for (int i = 0; i < 300; i++) {
                answering.add(shop.serveAgain());
            }
            assertThat(answering).hasSize(2);
        }
    }

    @Test
    void shouldSayWhyNoServerIsReached() {
        for (Endpoint server : servers) {
            server.close();
        }
        for (Duration patience : List.of(Duration.ZERO, Duration.ofSeconds(1))) {
            ServiceNotFoundException none = catchThrowableOfType(
                    ServiceNotFoundException.class, () -> client.lookup(Shop.class, address(), patience));
            assertThat(none).hasMessageContaining(address().replace("shop@", ""));
            assertThat(none).hasMessageContaining("it was reached at none of 3 addresses");
            assertThat(none.getSuppressed())
                    .hasSize(SERVERS)
                    .allSatisfy(reason -> assertThat(reason).hasMessageContaining("Connection refused"));
        }
    }

    @Test
    void shouldRefuseAListWithWhatIsNoPlace() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> client.stub(Shop.class, "grpc://shop@localhost:1,elsewhere"))
                .withMessageContaining("place=elsewhere is not HOST:PORT");
    }

    @Test
    void shouldHaveNoProcessOfItsOwn() {
        Shop shop = lookup();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Remotes.peer(shop))
                .withMessageContaining("has no process of its own");
        assertThatIllegalArgumentException().isThrownBy(() -> Remotes.onDeath(shop, () -> {}));
        assertThat(Remotes.isStub(shop)).isTrue();
    }

    @Test
    void shouldHaveASecondStubWithAnotherDeadline() {
        Shop shop = lookup();
        Shop hurried = Remotes.withDeadline(shop, Duration.ofSeconds(7));
        assertThat(hurried).isEqualTo(shop);
        awaitCalls(hurried, 0, 1, 2);
    }
}
