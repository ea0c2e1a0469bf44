// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Where the calls of {@link ThreeHosts} go while its servers are slow, killed and restarted. */
final class ThreeHostsTraffic {

    private static final int CALLS = 30_000;
    private static final int FEWER_CALLS = 9_000;

    /** Long beside what a call takes on a busy machine, which is several ms. BalanceTest has 10 ms. */
    private static final int SLOW_MS = 50;

    private static final int FETCHED = 1_000;

    private final ThreeHosts hosts;
    private final Shop shop;

    private ThreeHostsTraffic(ThreeHosts hosts, Shop shop) {
        this.hosts = hosts;
        this.shop = shop;
    }

    /** All are equally fast, then one is slow. */
    static void shareCalls(ThreeHosts hosts) throws Exception {
        try (Endpoint client = hosts.open()) {
            ThreeHostsTraffic traffic = new ThreeHostsTraffic(hosts, ThreeHosts.lookup(client));
            traffic.shareCalls();
            traffic.slowOneDown();
        }
    }

    /** One is killed and started again, then all are closed and started again, one after the other. */
    static void killAndRestart(ThreeHosts hosts) throws Exception {
        try (Endpoint client = hosts.open()) {
            ThreeHostsTraffic traffic = new ThreeHostsTraffic(hosts, ThreeHosts.lookup(client));
            traffic.killOne();
            traffic.restartAll();
        }
    }

    /** How many of these calls of eight threads each server answers. */
    private Map<Long, Integer> shares(int calls) throws Exception {
        Map<Long, Integer> shares = new ConcurrentHashMap<>();
        List<CompletableFuture<Void>> callers = new ArrayList<>();
        for (int t = 0; t < ShopLoad.THREADS; t++) {
            callers.add(CompletableFuture.runAsync(
                    () -> {
                        for (int i = 0; i < calls / ShopLoad.THREADS; i++) {
                            shares.merge(shop.serve(), 1, Integer::sum);
                        }
                    },
                    task -> new Thread(task).start()));
        }
        for (CompletableFuture<Void> caller : callers) {
            caller.get();
        }
        System.out.println("shares: " + shares);
        return shares;
    }

    /** Waits until all servers are called. */
    private void awaitAll() {
        Map<Long, Integer> seen = new HashMap<>();
        while (seen.size() < ThreeHosts.HOSTS.size()) {
            seen.merge(shop.serveAgain(), 1, Integer::sum);
        }
    }

    private void shareCalls() throws Exception {
        awaitAll();
        assertThat(shares(CALLS))
                .hasSize(ThreeHosts.HOSTS.size())
                .allSatisfy((server, share) -> assertThat(share).isBetween(CALLS * 28 / 100, CALLS * 38 / 100));
        Shop.Basket basket = shop.basket();
        long server = basket.server();
        Iterator<Long> stream = shop.served(FETCHED);
        long source = stream.next();
        int fetched = 1;
        for (; stream.hasNext(); fetched++) {
            assertThat(stream.next()).isEqualTo(source);
            assertThat(basket.server()).isEqualTo(server);
        }
        assertThat(fetched).isEqualTo(FETCHED);
    }

    private void killOne() throws Exception {
        awaitAll();
        ShopLoad load = new ShopLoad(shop);
        try {
            load.awaitAnswers(100, hosts.numbers(0));
            hosts.servers.get(0).destroyForcibly().waitFor();
            load.awaitAnswers(300, hosts.numbers(1));
            hosts.startAgain(0, 0);
            load.awaitBalance(hosts.numbers(0)); // within five seconds
        } finally {
            load.end();
        }
        assertThat(load.faults()).isEmpty();
        assertThat(load.failures()).hasSizeLessThanOrEqualTo(ShopLoad.THREADS); // each was in one call
        load.check(hosts.sales());
    }

    private void close(int number) throws Exception {
        hosts.servers.get(number).getOutputStream().close();
        assertThat(hosts.servers.get(number).waitFor()).isZero();
    }

    private void restartAll() throws Exception {
        ShopLoad load = new ShopLoad(shop);
        try {
            for (int i = 0; i < ThreeHosts.HOSTS.size(); i++) {
                load.awaitAnswers(100, hosts.numbers(0));
                close(i);
                hosts.startAgain(i, 0);
            }
            load.awaitAnswers(100, hosts.numbers(0));
        } finally {
            load.end();
        }
        assertThat(load.faults()).isEmpty();
        assertThat(load.failures()).isEmpty();
    }

    private void slowOneDown() throws Exception {
        close(0);
        hosts.startAgain(0, SLOW_MS);
        awaitAll();
        assertThat(shares(FEWER_CALLS).get(hosts.servers.get(0).pid())).isBetween(1, FEWER_CALLS / 10);
    }
}
