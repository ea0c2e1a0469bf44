// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ConnectionLostException;
import io.nearcall.Endpoint;
import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import io.nearcall.ServiceNotFoundException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Provokes what the guide's page about slow, stuck and dead services describes, runs the command lines of that page, and compares
 * what they print with it. With {@code -Dsituations.renew} the page gets what they print now.
 */
@Timeout(120)
public final class SituationsIT {

    @RemoteService("orders")
    public interface Orders {
        String place(String what);

        Basket basket();

        void reserve(Stock stock);

        void cancel();
    }

    @RemoteObject
    public interface Basket {
        int items();
    }

    @RemoteObject
    public interface Stock {
        void begin();

        int count();
    }

    /** Serves orders in another JVM, which takes 30 ms for each. */
    static final class Shop implements Orders {

        private static final long SLOW_NS = 30_000_000;

        private int calls;

        private Shop() {}

        public static void main(String[] arguments) throws Exception {
            try (Endpoint endpoint = Endpoint.builder().name("shop").open()) {
                endpoint.export(Orders.class, new Shop());
                System.out.println("ready");
                endpoint.awaitClose();
            }
        }

        @Override
        public String place(String what) {
            LockSupport.parkNanos(SLOW_NS);
            return "one " + what;
        }

        @Override
        public Basket basket() {
            int items = calls++;
            return () -> items;
        }

        /** Holds the lock of the orders while it wants that of the stock. */
        @Override
        public synchronized void reserve(Stock stock) {
            stock.begin();
            stock.count();
        }

        @Override
        public synchronized void cancel() {}
    }

    /** Is counted under its lock. */
    private static final class Shelf implements Stock {

        private final CountDownLatch begun = new CountDownLatch(1);

        @Override
        public void begin() {
            begun.countDown();
        }

        @Override
        public synchronized int count() {
            return 3;
        }

        /** Holds the lock of the stock while it wants that of the orders. */
        synchronized void sellOut(Orders orders, CountDownLatch held) {
            held.countDown();
            try {
                begun.await();
            } catch (InterruptedException e) {
                return;
            }
            orders.cancel();
        }
    }

    /**
     * A thread with calls that end when the service is killed. Its stacks are the same on each run, because it has no
     * lambdas.
     */
    private abstract static class Caller extends Thread {

        Caller(String name) {
            super(name);
        }

        abstract void call();

        @Override
        public void run() {
            try {
                call();
            } catch (ConnectionLostException e) {
                // the service has been killed
            }
        }
    }

    /** Orders all the time. */
    private static final class Ordering extends Caller {

        private final Orders orders;

        Ordering(Orders orders) {
            super("ordering");
            this.orders = orders;
        }

        @Override
        void call() {
            while (true) {
                orders.place("tea");
            }
        }
    }

    @RegisterExtension
    private final OwnDirectory directory = new OwnDirectory();

    private Process shop;
    private Endpoint till;
    private SituationsPage page;

    @BeforeEach
    void start() throws Exception {
        shop = directory.java(Shop.class.getName()).start();
        assertThat(shop.inputReader().readLine()).isEqualTo("ready");
        till = Endpoint.builder().name("till").channel("shm").open();
        page = new SituationsPage(
                directory.path(), shop.pid(), ProcessHandle.current().pid());
    }

    @AfterEach
    void end() throws Exception {
        till.close();
        shop.destroyForcibly().waitFor();
    }

    @Test
    void shouldShowWhichMethodIsSlow() throws Exception {
        Orders orders = till.lookup(Orders.class);
        Ordering ordering = new Ordering(orders);
        ordering.start();
        page.check("A slow method");
        shop.destroyForcibly().waitFor();
        ordering.join();
    }

    @Test
    void shouldShowWhoWaitsForWhom() throws Exception {
        Orders orders = till.lookup(Orders.class);
        Shelf shelf = new Shelf();
        CountDownLatch held = new CountDownLatch(1);
        Caller selling = new Caller("selling") {
            @Override
            void call() {
                shelf.sellOut(orders, held);
            }
        };
        selling.start();
        held.await();
        Caller reserving = new Caller("reserving") {
            @Override
            void call() {
                orders.reserve(shelf);
            }
        };
        reserving.start();
        page.check("A deadlock over two processes");
        shop.destroyForcibly().waitFor();
        selling.join();
        reserving.join();
    }

    @Test
    void shouldShowWhoHasBeenKilled() throws Exception {
        Orders orders = till.lookup(Orders.class);
        Ordering ordering = new Ordering(orders);
        ordering.start();
        while (!CommandRun.of("ls", "--json").out().matches("(?s).*\"p50Ns\":[1-9].*")) {
            Thread.sleep(10); // until a call has been timed
        }
        shop.destroyForcibly().waitFor();
        ordering.join();
        page.check("A killed server");
    }

    @Test
    void shouldShowWhoLeaksReferences() throws Exception {
        Orders orders = till.lookup(Orders.class);
        List<Basket> never = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            never.add(orders.basket());
        }
        page.check("A client that leaks references");
        assertThat(never).hasSize(1000); // until here
    }

    @Test
    void shouldShowThatNobodyServes() throws Exception {
        assertThatThrownBy(() -> till.lookup(Stock.class, "stock", Duration.ofMillis(50)))
                .isInstanceOf(ServiceNotFoundException.class);
        page.check("A service that nobody can find");
    }
}
