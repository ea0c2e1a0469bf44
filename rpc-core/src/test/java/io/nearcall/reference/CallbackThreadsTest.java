// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Threads;
import io.nearcall.test.TwoEndpoints;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;

/** Callbacks from methods that run on the threads of an executor. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
class CallbackThreadsTest {

    private static final int DEPTH = 15; // and the call around them

    @Test
    void shouldRecurseThroughAServerWithOneThread() {
        recurse(Executors.newSingleThreadExecutor());
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "virtual threads need JDK 21 or newer")
    void shouldRecurseThroughAServerOfVirtualThreads() {
        recurse(Threads.virtual());
    }

    /** Each call runs within the caller's lock, which only its own thread can enter again. */
    private static void recurse(ExecutorService executor) {
        try (TwoEndpoints endpoints = new TwoEndpoints(Endpoint.builder().executor(executor), Endpoint.builder())) {
            Market market = endpoints.connect(Market.class, new MarketPlace());
            Thread waiting = Thread.currentThread();
            AtomicInteger depth = new AtomicInteger();
            Market.Listener listener = new Market.Listener() {
                @Override
                public synchronized long price(int price) {
                    assertThat(Thread.currentThread()).isSameAs(waiting);
                    return depth.incrementAndGet() < DEPTH ? 1 + market.tellNow(this, 1) : 1;
                }

                @Override
                public void hint(String text) {}
            };
            assertThat(market.tellNow(listener, 1)).isEqualTo(DEPTH);
        } finally {
            executor.shutdownNow();
        }
    }

    /** Says which threads have called it. */
    private static final class Noting implements Market.Listener {
        final BlockingQueue<String> threads = new LinkedBlockingQueue<>();

        @Override
        public long price(int price) {
            threads.add(Thread.currentThread().getName());
            return price;
        }

        @Override
        public void hint(String text) {
            threads.add(Thread.currentThread().getName());
        }
    }

    @Test
    void shouldRunWhatIsCalledOutsideOfAnyCallOnTheClientsExecutor() throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(2, task -> new Thread(task, "audience"));
        try (TwoEndpoints endpoints =
                new TwoEndpoints(Endpoint.builder(), Endpoint.builder().executor(executor))) {
            assertThat(threadsOfCallsOutsideOfAnyCall(endpoints)).containsExactly("audience", "audience");
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void shouldRunWhatIsCalledOutsideOfAnyCallOnThreadsOfTheClientsEndpoint() throws Exception {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            assertThat(threadsOfCallsOutsideOfAnyCall(endpoints))
                    .hasSize(2)
                    .allSatisfy(name -> assertThat(name).startsWith("nearcall-lane-client-"));
        }
    }

    /** Of one that waits, and a one-way call; both after one within a call, which is the caller's own thread. */
    private static List<String> threadsOfCallsOutsideOfAnyCall(TwoEndpoints endpoints) throws Exception {
        MarketPlace place = new MarketPlace();
        Market market = endpoints.connect(Market.class, place);
        Noting listener = new Noting();
        assertThat(market.tellNow(listener, 1)).isZero();
        assertThat(listener.threads.take()).isEqualTo(Thread.currentThread().getName());
        market.subscribe(listener);
        place.tellAll(3);
        String waited = listener.threads.take();
        place.listeners.get(0).hint("tea");
        return List.of(waited, listener.threads.take());
    }
}
