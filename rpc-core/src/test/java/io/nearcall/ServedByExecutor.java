// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import io.nearcall.test.TwoEndpoints;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;

/** An endpoint whose methods run on an executor of the application, and those methods. */
public abstract class ServedByExecutor {

    /** A kitchen whose cooks are the threads of an executor. */
    public interface Kitchen {
        String cook(String dish);

        CompletableFuture<String> order(String dish);

        @OneWay
        void shout(int number);

        List<Integer> heard();

        @Deadline("300ms")
        String cookQuickly(String dish);

        void simmer();

        @Deadline("300ms")
        CompletableFuture<String> orderQuickly(String dish);

        int callerPid();

        boolean isInterrupted();

        byte[] weigh(byte[] load);

        CompletableFuture<String> slowOrder(long sleepMs);

        void burn();
    }

    /** Says which thread cooks. */
    static final class Cooks implements Kitchen {
        final List<Integer> heard = Collections.synchronizedList(new ArrayList<>());
        final AtomicInteger simmering = new AtomicInteger();
        final AtomicInteger interrupted = new AtomicInteger();
        final AtomicInteger slowOrders = new AtomicInteger();
        final CountDownLatch released = new CountDownLatch(1);
        final CompletableFuture<String> open = new CompletableFuture<>();
        volatile long shoutNs;
        Kitchen other;

        @Override
        public String cook(String dish) {
            return dish + " by " + Thread.currentThread().getName() + (other == null ? "" : " and " + other.cook(dish));
        }

        @Override
        public CompletableFuture<String> order(String dish) {
            return dish.equals("open") ? open : CompletableFuture.completedFuture(cook(dish));
        }

        @Override
        public void shout(int number) {
            long endNs = System.nanoTime() + shoutNs;
            while (System.nanoTime() < endNs) {
                Thread.onSpinWait();
            }
            heard.add(number);
        }

        @Override
        public List<Integer> heard() {
            return new ArrayList<>(heard);
        }

        @Override
        public String cookQuickly(String dish) {
            return cook(dish);
        }

        @Override
        public void simmer() {
            simmering.incrementAndGet();
            try {
                released.await();
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
            }
        }

        @Override
        public CompletableFuture<String> orderQuickly(String dish) {
            return order(dish);
        }

        @Override
        public int callerPid() {
            return Caller.current().pid();
        }

        @Override
        public boolean isInterrupted() {
            return Thread.currentThread().isInterrupted();
        }

        @Override
        public byte[] weigh(byte[] load) {
            return load;
        }

        @Override
        public CompletableFuture<String> slowOrder(long sleepMs) {
            slowOrders.incrementAndGet();
            try {
                Thread.sleep(sleepMs);
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
            }
            return CompletableFuture.completedFuture("slow");
        }

        @Override
        public void burn() {
            throw new IllegalStateException("burnt");
        }
    }

    final Cooks cooks = new Cooks();
    final List<ExecutorService> pools = new ArrayList<>();
    final List<TwoEndpoints> opened = new ArrayList<>();

    @AfterEach
    void close() {
        cooks.released.countDown();
        opened.forEach(TwoEndpoints::close);
        pools.forEach(ExecutorService::shutdownNow);
    }

    ExecutorService cooks(int count) {
        AtomicInteger number = new AtomicInteger();
        ExecutorService pool =
                Executors.newFixedThreadPool(count, task -> new Thread(task, "cook-" + number.incrementAndGet()));
        pools.add(pool);
        return pool;
    }

    /** With that many cooks, and in another JVM if the tests are run that way. */
    Kitchen kitchen(int count) {
        TwoEndpoints endpoints = new TwoEndpoints(List.of("executor", "cook-" + count), Endpoint.builder());
        opened.add(endpoints);
        return endpoints.connect(Kitchen.class, cooks);
    }

    Kitchen kitchen(Executor executor) {
        return kitchen(Endpoint.builder().executor(executor), Endpoint.builder());
    }

    Kitchen kitchen(EndpointBuilder server, EndpointBuilder client) {
        TwoEndpoints endpoints = new TwoEndpoints(server, client);
        opened.add(endpoints);
        return endpoints.connect(Kitchen.class, cooks);
    }

    /** Calls on a thread of its own, so that its calls are in no order with other calls. */
    static <T> T onAnotherThread(Supplier<T> call) {
        List<T> result = Collections.synchronizedList(new ArrayList<>());
        Thread thread = new Thread(() -> result.add(call.get()));
        thread.start();
        while (thread.isAlive()) {
            Thread.onSpinWait();
        }
        return result.get(0);
    }

    static void awaitTrue(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }
}
