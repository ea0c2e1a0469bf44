// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Server;
import io.nearcall.test.TwoEndpoints;
import io.nearcall.test.Workshop;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class FuturesIT {

    /** Quotes that take a while. */
    public interface Quotes {
        CompletableFuture<String> quote(String share);

        CompletionStage<String> stage(String share);

        CompletableFuture<Void> forget(String share);

        CompletableFuture<List<String>> none(String share);
    }

    /** Quotes that are completed by the test. */
    public static final class ManualQuotes implements Quotes {
        final Map<String, CompletableFuture<String>> open = new ConcurrentHashMap<>();

        @Override
        public CompletableFuture<String> quote(String share) {
            if (share.isEmpty()) {
                throw new IllegalArgumentException("no share");
            }
            return open.computeIfAbsent(share, s -> new CompletableFuture<>());
        }

        @Override
        public CompletionStage<String> stage(String share) {
            return CompletableFuture.completedStage(share);
        }

        @Override
        public CompletableFuture<Void> forget(String share) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<List<String>> none(String share) {
            return null;
        }

        CompletableFuture<String> await(String share) throws InterruptedException {
            CompletableFuture<String> future;
            while ((future = open.get(share)) == null) {
                Thread.sleep(1);
            }
            return future;
        }
    }

    private final TwoEndpoints endpoints = new TwoEndpoints();
    private final ManualQuotes quotes = new ManualQuotes();

    @AfterEach
    void close() {
        endpoints.close();
    }

    @Test
    void shouldCompleteTheFutureWithTheValueOfTheOtherSides() throws Exception {
        CompletableFuture<String> price =
                endpoints.connect(Quotes.class, quotes).quote("ACME");
        quotes.await("ACME").complete("17.50");
        assertThat(price.get()).isEqualTo("17.50");
    }

    @Test
    void shouldCompleteTheFutureWithTheExceptionOfTheOtherSides() throws Exception {
        CompletableFuture<String> price =
                endpoints.connect(Quotes.class, quotes).quote("ACME");
        quotes.await("ACME").completeExceptionally(new IllegalStateException("closed today"));
        assertThatThrownBy(price::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed today");
    }

    @Test
    void shouldCompleteTheFutureExceptionallyWhenTheMethodThrows() {
        CompletableFuture<String> price =
                endpoints.connect(Quotes.class, quotes).quote("");
        assertThatThrownBy(price::get).hasCauseInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldCompleteWithNullWhereTheMethodReturnsNoFuture() throws Exception {
        assertThat(endpoints.connect(Quotes.class, quotes).none("ACME").get()).isNull();
    }

    @Test
    void shouldCompleteAFutureWithoutValue() throws Exception {
        assertThat(endpoints.connect(Quotes.class, quotes).forget("ACME").get()).isNull();
    }

    @Test
    void shouldCarryACompletionStage() throws Exception {
        assertThat(endpoints
                        .connect(Quotes.class, quotes)
                        .stage("ACME")
                        .toCompletableFuture()
                        .get())
                .isEqualTo("ACME");
    }

    @Test
    void shouldCompleteFuturesInTheOrderOfTheAnswers() throws Exception {
        Quotes remote = endpoints.connect(Quotes.class, quotes);
        CompletableFuture<String> first = remote.quote("first");
        CompletableFuture<String> second = remote.quote("second");
        quotes.await("second").complete("2");
        assertThat(second.get()).isEqualTo("2");
        assertThat(first).isNotDone();
        quotes.await("first").complete("1");
        assertThat(first.get()).isEqualTo("1");
    }

    @Test
    void shouldKeepAThousandCallsInFlight() throws Exception {
        try (OtherJvm server = Server.start(Workshop.class, QuietWorkshop.class);
                Endpoint client = Endpoint.open()) {
            assertThat(server.pid()).isPositive();
            Workshop remote = client.lookup(Workshop.class);
            List<CompletableFuture<Integer>> futures = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                futures.add(remote.later(i, 300 - i % 300));
            }
            for (int i = 0; i < 1_000; i++) {
                assertThat(futures.get(i).get()).isEqualTo(i);
            }
        }
    }

    @Test
    void shouldNotLetOneFuturesDependentHoldUpOtherAnswers() throws Exception {
        Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(1);
        CompletableFuture<Void> blocked = remote.later(1, 20).thenAccept(number -> {
            reached.countDown();
            try {
                held.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        reached.await();
        assertThat(remote.later(2, 1).get()).isEqualTo(2);
        assertThat(remote.echo(3)).isEqualTo(3);
        held.countDown();
        blocked.get();
    }

    @Test
    void shouldLetDependentsCall() throws Exception {
        Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
        assertThat(remote.later(1, 5).thenApply(remote::echo).get()).isEqualTo(1);
    }

    @Test
    void shouldAnswerFuturesOfManyThreadsEachWithItsOwnValue() throws Exception {
        Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        Thread[] threads = new Thread[8];
        for (int t = 0; t < threads.length; t++) {
            int base = t * 1_000;
            threads[t] = new Thread(() -> {
                try {
                    for (int i = base; i < base + 300; i++) {
                        assertThat(remote.later(i, i % 3).get()).isEqualTo(i);
                    }
                } catch (Throwable e) {
                    failures.add(e);
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
    }

    /** A method whose caller has no deadline. */
    public interface Patience {
        @Deadline("NONE")
        CompletableFuture<String> someday();
    }

    @Test
    void shouldNotWakeUpFromTimeToTimeForAFutureWithoutDeadline() throws Exception {
        CompletableFuture<String> someday = new CompletableFuture<>();
        CompletableFuture<String> waiting =
                endpoints.connect(Patience.class, () -> someday).someday();
        while (!isAttended("nearcall-lane-client-")) { // which it is for a second
            Thread.sleep(10);
        }
        while (isAttended("nearcall-lane-client-")) {
            Thread.sleep(50);
        }
        someday.complete("at last");
        assertThat(waiting.get(20, TimeUnit.SECONDS)).isEqualTo("at last");
    }

    private static boolean isAttended(String threadName) {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(entry -> entry.getKey().getName().startsWith(threadName))
                .flatMap(entry -> Arrays.stream(entry.getValue()))
                .anyMatch(frame -> frame.getClassName().endsWith("LaneWorker"));
    }
}
