// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Server;
import io.nearcall.test.TwoEndpoints;
import io.nearcall.test.Workshop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** As many calls as there may be, and one more. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class CallLimitsIT {

    /** A counter whose callers queue until the test lets them in. */
    public interface Counter {
        CompletableFuture<Integer> queue();

        @Deadline("NONE")
        void stand();

        @OneWay
        void drop(byte[] slip);

        @OneWay
        @Deadline("500ms")
        void dropQuickly(byte[] slip);

        int dropped();
    }

    /** Lets them through when it opens. */
    private static final class OneCounter implements Counter {
        final CountDownLatch open = new CountDownLatch(1);
        final CompletableFuture<Integer> served = new CompletableFuture<>();
        final AtomicInteger standing = new AtomicInteger();
        final AtomicInteger dropped = new AtomicInteger();
        volatile boolean closed;

        @Override
        public CompletableFuture<Integer> queue() {
            return served;
        }

        @Override
        public void stand() {
            standing.incrementAndGet();
            await();
        }

        private void await() {
            try {
                open.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void drop(byte[] slip) {
            if (closed) {
                await();
            }
            dropped.incrementAndGet();
        }

        @Override
        public void dropQuickly(byte[] slip) {
            drop(slip);
        }

        @Override
        public int dropped() {
            return dropped.get();
        }
    }

    private final OneCounter counter = new OneCounter();
    private final ExecutorService pool = Executors.newFixedThreadPool(4);

    @AfterEach
    void end() {
        counter.open.countDown();
        pool.shutdownNow();
    }

    @Test
    void shouldRefuseFuturesBeyondTheCallersLimitAndGoOnAfterwards() throws Exception {
        try (TwoEndpoints endpoints =
                new TwoEndpoints(Endpoint.builder(), Endpoint.builder().maxCalls(3))) {
            Counter remote = endpoints.connect(Counter.class, counter);
            List<CompletableFuture<Integer>> waiting = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                waiting.add(remote.queue());
            }
            assertThatThrownBy(() -> remote.queue().get())
                    .hasCauseInstanceOf(OverloadedException.class)
                    .cause()
                    .isInstanceOfSatisfying(OverloadedException.class, e -> {
                        assertThat(e.limit()).isEqualTo(3);
                        assertThat(e.outcome()).isEqualTo(Outcome.NOT_SENT);
                    })
                    .hasMessageContaining("all 3 calls in flight to \"Counter\"");
            counter.served.complete(7);
            for (CompletableFuture<Integer> future : waiting) {
                assertThat(future.get()).isEqualTo(7);
            }
            assertThat(remote.queue().get()).isEqualTo(7);
        }
    }

    @Test
    void shouldRefuseCallsBeyondTheServicesLimitAndGoOnAfterwards() throws Exception {
        for (ExecutorService executor : new ExecutorService[] {null, pool}) {
            OneCounter own = new OneCounter();
            try (TwoEndpoints endpoints =
                    new TwoEndpoints(Endpoint.builder().executor(executor).maxCalls(3), Endpoint.builder())) {
                Counter remote = endpoints.connect(Counter.class, own);
                List<CompletableFuture<Integer>> waiting = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    waiting.add(remote.queue());
                }
                assertThatThrownBy(() -> remote.queue().get())
                        .cause()
                        .isInstanceOfSatisfying(OverloadedException.class, e -> {
                            assertThat(e.limit()).isEqualTo(3);
                            assertThat(e.outcome()).isEqualTo(Outcome.NOT_STARTED);
                        })
                        .hasMessageContaining("all 3 calls accepted from one connection");
                own.served.complete(7);
                for (CompletableFuture<Integer> future : waiting) {
                    assertThat(future.get()).isEqualTo(7);
                }
                for (int i = 0; i < 100; i++) {
                    assertThat(remote.queue().get()).isEqualTo(7);
                }
            }
        }
    }

    @Test
    void shouldRefuseSynchronousCallsBeyondTheLanesAndGoOnAfterwards() throws Exception {
        try (TwoEndpoints endpoints = new TwoEndpoints(
                Endpoint.builder().executor(pool),
                Endpoint.builder().maxLanes(2).deadline(Duration.ofSeconds(1)))) {
            Counter remote = endpoints.connect(Counter.class, counter);
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                callers.add(new Thread(() -> catchThrowable(remote::stand)));
            }
            callers.forEach(Thread::start);
            while (counter.standing.get() < 2) {
                Thread.sleep(1);
            }
            assertThatThrownBy(remote::dropped)
                    .isInstanceOfSatisfying(
                            OverloadedException.class,
                            e -> assertThat(e.limit()).isEqualTo(2))
                    .hasMessageContaining("all 2 lanes to \"Counter\"");
            counter.open.countDown();
            for (Thread caller : callers) {
                caller.join();
            }
            assertThat(remote.dropped()).isZero();
        }
    }

    @Test
    void shouldHoldBackTheSenderOfOneWayCallsAndGoOnAfterwards() throws Exception {
        try (TwoEndpoints endpoints =
                new TwoEndpoints(Endpoint.builder().executor(pool).maxCalls(10), Endpoint.builder())) {
            Counter remote = endpoints.connect(Counter.class, counter);
            counter.closed = true;
            byte[] slip = new byte[1_000];
            int sent = 0;
            Throwable thrown = null;
            while (thrown == null) {
                thrown = catchThrowable(() -> remote.dropQuickly(slip));
                sent += thrown == null ? 1 : 0;
            }
            assertThat(thrown)
                    .isInstanceOfSatisfying(
                            DeadlineExceededException.class,
                            e -> assertThat(e.outcome()).isEqualTo(Outcome.NOT_SENT));
            assertThat(sent).isBetween(10, 10 + 300); // the accepted calls, plus a full channel: TCP holds the most
            counter.open.countDown();
            assertThat(remote.dropped()).isEqualTo(sent);
        }
    }

    @Test
    void shouldStayWithinItsHeapInAFloodOfOneWayCalls() throws Exception {
        for (String[] options : new String[][] {{}, {"executor", "four"}}) {
            try (OtherJvm server = Server.start(Workshop.class, QuietWorkshop.class, options);
                    Endpoint client = Endpoint.open()) {
                assertThat(server.pid()).isPositive();
                Workshop remote = client.lookup(Workshop.class);
                int usedBefore = remote.usedMegabytes();
                long startNs = System.nanoTime();
                for (int i = 0; i < 100_000; i++) {
                    remote.heed(new byte[1_000]);
                }
                int usedAfter = remote.usedMegabytes();
                System.err.printf(
                        "100000 one-way calls %s: %d ms, heap %d -> %d MiB%n",
                        String.join(" ", options), (System.nanoTime() - startNs) / 1_000_000, usedBefore, usedAfter);
                assertThat(remote.heeded()).isEqualTo(100_000);
                assertThat(usedAfter - usedBefore).isLessThan(20); // all of them would take a hundred
            }
        }
    }

    @Test
    void shouldRefuseLimitsThatAreNone() {
        assertThatThrownBy(() -> Endpoint.builder().maxCalls(0).open()).hasMessageContaining("maxCalls=0");
    }
}
