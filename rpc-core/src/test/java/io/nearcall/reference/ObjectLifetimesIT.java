// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.Endpoint;
import io.nearcall.Export;
import io.nearcall.NoSuchRemoteException;
import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import io.nearcall.Remotes;
import io.nearcall.test.Collected;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Server;
import io.nearcall.test.TwoEndpoints;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What keeps an object that others can call, and when it can be collected. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
public class ObjectLifetimesIT {

    /** Keeps no seedling that it passes, and runs the collector of its process all the time. */
    @RemoteService
    public interface Nursery {
        List<Seedling> sow(int first, int count);

        int collections();

        /** How many seedlings there are still. */
        int seedlings();

        /** Has a seedling refer to the gardener; the gardener is to refer to the seedling. */
        Seedling adopt(Gardener gardener);

        /** Whether the seedling that was adopted first is there still, after another collection. */
        boolean isAdoptedThere();
    }

    /** Of the server. */
    @RemoteObject
    public interface Seedling {
        int number();

        /** Asks the gardener that has adopted it. */
        String gardener();
    }

    /** Of the client. */
    @RemoteObject
    public interface Gardener {
        String name();
    }

    /** The only one. */
    public static final class BusyNursery implements Nursery {
        private final Set<WeakReference<Seedling>> sown = ConcurrentHashMap.newKeySet();
        private final AtomicInteger collections = new AtomicInteger();
        private volatile WeakReference<Seedling> adopted;

        /** Begins to collect. */
        public BusyNursery() {
            Thread collector = new Thread(() -> {
                while (true) {
                    System.gc();
                    collections.incrementAndGet();
                    LockSupport.parkNanos(
                            20_000_000); // or nothing else would get on where all threads are stopped for it
                }
            });
            collector.setDaemon(true);
            collector.start();
        }

        @Override
        public List<Seedling> sow(int first, int count) {
            List<Seedling> seedlings = new ArrayList<>();
            for (int i = first; i < first + count; i++) {
                seedlings.add(new Pot(i, null));
            }
            seedlings.forEach(seedling -> sown.add(new WeakReference<>(seedling)));
            return seedlings;
        }

        @Override
        public int collections() {
            return collections.get();
        }

        @Override
        public int seedlings() {
            sown.removeIf(seedling -> seedling.get() == null);
            return sown.size();
        }

        @Override
        public Seedling adopt(Gardener gardener) {
            Seedling seedling = new Pot(0, gardener);
            adopted = new WeakReference<>(seedling);
            return seedling;
        }

        @Override
        public boolean isAdoptedThere() {
            System.gc();
            return adopted.get() != null;
        }
    }

    private record Pot(int number, Gardener owner) implements Seedling {
        @Override
        public String gardener() {
            return owner.name();
        }
    }

    /** Keeps the seedling that it has adopted. */
    private static final class Keeper implements Gardener {
        private Seedling seedling;

        @Override
        public String name() {
            return "Gertrude";
        }
    }

    @Test
    void shouldLiveWhileItsHandleIsOpen() {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            List<WeakReference<Market>> watched = new ArrayList<>();
            Export export = exportMarket(endpoints, watched);
            Market market = endpoints.client().lookup(Market.class);
            for (int i = 0; i < 5; i++) {
                System.gc();
                assertThat(market.subscribers()).isZero();
            }
            assertThat(watched.get(0).get()).isNotNull();
            export.close();
            assertThatThrownBy(market::subscribers).isInstanceOf(NoSuchRemoteException.class);
            assertThat(Collected.soon(watched.get(0))).isTrue();
            assertThat(export.name()).isEqualTo("Market");
        }
    }

    /** In its own method, so that no frame keeps the market. */
    private static Export exportMarket(TwoEndpoints endpoints, List<WeakReference<Market>> watched) {
        Market market = new MarketPlace();
        watched.add(new WeakReference<>(market));
        return endpoints.server().export(Market.class, market);
    }

    @Test
    void shouldNeverBeCollectedWhileAnotherProcessRefersToIt() throws Exception {
        try (OtherJvm server = Server.start(Nursery.class, BusyNursery.class);
                Endpoint endpoint = Endpoint.open()) {
            assertThat(server.pid()).isPositive();
            Nursery nursery = endpoint.lookup(Nursery.class);
            List<Seedling> kept = new ArrayList<>();
            int end = nursery.collections() + 100;
            long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
            while (nursery.collections() < end || System.nanoTime() < endNs) {
                if (kept.size() < 2_000) {
                    kept.addAll(nursery.sow(kept.size(), 20));
                    nursery.sow(-20, 20); // nothing keeps them
                }
                for (int i = 0; i < kept.size(); i++) {
                    assertThat(kept.get(i).number()).isEqualTo(i);
                }
            }
            int keptInTheEnd = kept.size();
            while (nursery.seedlings() > keptInTheEnd) {
                System.gc();
                Thread.sleep(20);
            }
            for (int i = 0; i < keptInTheEnd; i++) {
                assertThat(kept.get(i).number()).isEqualTo(i);
            }
            assertThat(nursery.seedlings()).isEqualTo(keptInTheEnd);
            kept.clear();
            while (nursery.seedlings() > 0) {
                System.gc();
                Thread.sleep(20);
            }
        }
    }

    @Test
    void shouldKeepACycleOverTwoProcessesUntilOneStubIsReleased() {
        try (OtherJvm server = Server.start(Nursery.class, BusyNursery.class);
                Endpoint endpoint = Endpoint.open()) {
            assertThat(server.pid()).isPositive();
            Nursery nursery = endpoint.lookup(Nursery.class);
            WeakReference<Keeper> keeper = closeCycle(nursery);
            for (int i = 0; i < 5; i++) {
                System.gc();
                assertThat(nursery.isAdoptedThere()).isTrue();
                assertThat(keeper.get()).isNotNull();
            }
            releaseSeedling(keeper);
            while (nursery.isAdoptedThere()) {
                Thread.onSpinWait();
            }
            assertThat(Collected.soon(keeper)).isTrue();
        }
    }

    private static WeakReference<Keeper> closeCycle(Nursery nursery) {
        Keeper keeper = new Keeper();
        keeper.seedling = nursery.adopt(keeper);
        assertThat(keeper.seedling.gardener()).isEqualTo("Gertrude");
        return new WeakReference<>(keeper);
    }

    private static void releaseSeedling(WeakReference<Keeper> keeper) {
        Seedling seedling = keeper.get().seedling;
        assertThat(seedling.gardener()).isEqualTo("Gertrude");
        Remotes.release(seedling);
    }
}
