// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.Overdue;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Server;
import io.nearcall.test.TwoEndpoints;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Calls that are repeated when their server has ended, and calls that are not. */
@Timeout(180)
@ExtendWith(PrivateDirectory.class)
public class IdempotentIT {

    private static final int CALLERS = 10;
    private static final int KILLS = 10;

    /** A bank whose queries can be repeated. */
    public interface Ledger {
        /** Waits until the books are opened. */
        @Idempotent
        @Deadline("60s")
        long balance(long account) throws InterruptedException;

        @Deadline("60s")
        long withdraw(long account) throws InterruptedException;

        CompletableFuture<Long> never();

        int waiting();

        void open();

        /** Ends the process without a word. */
        @Idempotent
        @Deadline("60s")
        void burn();

        @Idempotent
        @Deadline("2s")
        void burnSoon();
    }

    /** Its books. */
    public static final class Books implements Ledger {
        private final CountDownLatch opened = new CountDownLatch(1);
        private final AtomicInteger waiting = new AtomicInteger();

        @Override
        public long balance(long account) throws InterruptedException {
            waiting.incrementAndGet();
            opened.await();
            return account * account;
        }

        @Override
        public long withdraw(long account) throws InterruptedException {
            return balance(account);
        }

        @Override
        public CompletableFuture<Long> never() {
            return new CompletableFuture<>();
        }

        @Override
        public int waiting() {
            return waiting.get();
        }

        @Override
        public void open() {
            opened.countDown();
        }

        @Override
        public void burn() {
            Runtime.getRuntime().halt(1);
        }

        @Override
        public void burnSoon() {
            burn();
        }
    }

    private static OtherJvm serve() {
        return Server.start(Ledger.class, Books.class);
    }

    private static void awaitWaiting(Ledger ledger, int count) {
        while (waiting(ledger) < count) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** This question may not be asked twice, and so waits but a moment for others that look for the service. */
    private static int waiting(Ledger ledger) {
        try {
            return ledger.waiting();
        } catch (ConnectionLostException e) {
            return 0;
        }
    }

    /** The service, once it is back. */
    private static Ledger again(Endpoint endpoint) {
        return endpoint.lookup(Ledger.class, "Ledger", Duration.ofSeconds(30));
    }

    @Test
    void shouldAnswerEachOfAHundredCallsWhoseServerWasKilledOnceItIsBack() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        OtherJvm server = serve();
        try (Endpoint endpoint =
                Endpoint.builder().lookupTimeout(Duration.ofSeconds(30)).open()) {
            Ledger ledger = endpoint.lookup(Ledger.class);
            for (int kill = 0; kill < KILLS; kill++) {
                List<Future<Long>> balances = new ArrayList<>();
                for (int caller = 0; caller < CALLERS; caller++) {
                    long account = kill * CALLERS + caller;
                    balances.add(callers.submit(() -> ledger.balance(account)));
                }
                awaitWaiting(ledger, CALLERS);
                server.kill();
                server = serve();
                Ledger back = again(endpoint);
                awaitWaiting(back, CALLERS);
                back.open();
                for (int caller = 0; caller < CALLERS; caller++) {
                    long account = kill * CALLERS + caller;
                    assertThat(balances.get(caller).get(60, TimeUnit.SECONDS)).isEqualTo(account * account);
                }
                assertThat(back.waiting()).isEqualTo(CALLERS);
                server.kill();
                server = serve(); // its books are closed again
            }
        } finally {
            server.close();
            callers.shutdownNow();
        }
    }

    /** It waits until that has begun, and is answered by then or fails before there is a call. */
    @Test
    void shouldRepeatACallThatFollowsAFutureOfItsThread() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(1);
        OtherJvm server = serve();
        try (Endpoint endpoint = Endpoint.open()) {
            Ledger ledger = endpoint.lookup(Ledger.class);
            Future<Long> balance = callers.submit(() -> {
                ledger.never();
                return ledger.balance(7);
            });
            awaitWaiting(ledger, 1);
            server.kill();
            server = serve();
            Ledger back = again(endpoint);
            awaitWaiting(back, 1);
            back.open();
            assertThat(balance.get(60, TimeUnit.SECONDS)).isEqualTo(49);
        } finally {
            server.close();
            callers.shutdownNow();
        }
    }

    /** One that has not got so far that it could fail: it waits for a lane that others have. */
    @Test
    void shouldRepeatACallThatWasYetToBegin() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        OtherJvm server = serve();
        try (Endpoint endpoint = Endpoint.builder().maxLanes(2).open()) {
            Ledger ledger = endpoint.lookup(Ledger.class);
            List<Future<Long>> balances = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                balances.add(callers.submit(() -> ledger.balance(5)));
            }
            Thread.sleep(500); // two of them have a lane
            server.kill();
            server = serve();
            try (Endpoint other = Endpoint.open()) {
                again(other).open();
            }
            for (Future<Long> balance : balances) {
                assertThat(balance.get(60, TimeUnit.SECONDS)).isEqualTo(25);
            }
        } finally {
            server.close();
            callers.shutdownNow();
        }
    }

    @Test
    void shouldNotRepeatACallThatIsNotIdempotent() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(1);
        OtherJvm server = serve();
        try (Endpoint endpoint = Endpoint.open()) {
            Ledger ledger = endpoint.lookup(Ledger.class);
            Future<Throwable> thrown = callers.submit(() -> catchThrowable(() -> ledger.withdraw(7)));
            awaitWaiting(ledger, 1);
            server.kill();
            assertThat(thrown.get(30, TimeUnit.SECONDS)).isInstanceOfSatisfying(ConnectionLostException.class, e -> {
                assertThat(e.outcome()).isEqualTo(Outcome.MAY_HAVE_RUN);
                assertThat(e.mayComeBack()).isTrue();
            });
            server = serve();
            assertThat(again(endpoint).waiting()).isZero();
        } finally {
            server.close();
            callers.shutdownNow();
        }
    }

    @Test
    void shouldGiveUpACallThatKillsEachServerThatRunsIt() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(1);
        OtherJvm server = serve();
        int burnt = 0;
        try (Endpoint endpoint = Endpoint.open()) {
            Ledger ledger = endpoint.lookup(Ledger.class);
            Future<Throwable> thrown = callers.submit(() -> catchThrowable(ledger::burn));
            while (!thrown.isDone()) {
                if (server.awaitExit(0) != 124) {
                    burnt++;
                    server = serve();
                }
                LockSupport.parkNanos(5_000_000);
            }
            if (server.awaitExit(burnt < 4 ? 20 : 1)
                    != 124) { // the last one may be about to end, or there is one too many
                burnt++;
            }
            assertThat(thrown.get()).isInstanceOf(ConnectionLostException.class).hasMessageContaining("may have run");
            assertThat(burnt).isEqualTo(4);
        } finally {
            server.close();
            callers.shutdownNow();
        }
    }

    @Test
    void shouldSayThatTheMethodMayHaveRunIfTheServerDoesNotComeBack() {
        try (OtherJvm server = serve();
                Endpoint endpoint = Endpoint.open()) {
            assertThat(server.pid()).isPositive();
            Ledger ledger = endpoint.lookup(Ledger.class);
            assertThatThrownBy(ledger::burnSoon)
                    .isInstanceOfSatisfying(
                            ConnectionLostException.class,
                            e -> assertThat(e.outcome()).isEqualTo(Outcome.MAY_HAVE_RUN))
                    .satisfies(e -> assertThat(e.getSuppressed())
                            .hasOnlyElementsOfType(ServiceNotFoundException.class)
                            .isNotEmpty());
        }
    }

    /** Reads that end in other ways. */
    @Idempotent
    public interface Meter {
        @Deadline("200ms")
        int readSlowly() throws InterruptedException;

        int readBadly();

        int reads();

        CompletableFuture<Integer> readLater();
    }

    private static final class CountingMeter implements Meter {
        private final AtomicInteger reads = new AtomicInteger();

        @Override
        public int readSlowly() throws InterruptedException {
            reads.incrementAndGet();
            Thread.sleep(30_000); // far longer than the deadline of 200 ms
            return 1;
        }

        @Override
        public int readBadly() {
            reads.incrementAndGet();
            throw new ConnectionLostException(
                    Outcome.NOT_SENT, "grid", 0, ConnectionLostException.Loss.DIED, "another's", null);
        }

        @Override
        public int reads() {
            return reads.get();
        }

        @Override
        public CompletableFuture<Integer> readLater() {
            return CompletableFuture.completedFuture(3);
        }
    }

    @Test
    void shouldNotRepeatWhatEndsByItsDeadlineOrByAnExceptionOfTheMethod() throws Exception {
        try (TwoEndpoints endpoints = new TwoEndpoints(
                Endpoint.builder().allowPackage("io.nearcall"),
                Endpoint.builder().allowPackage("io.nearcall"))) {
            Meter meter = endpoints.connect(Meter.class, new CountingMeter());
            Overdue.failureOf(meter::readSlowly);
            assertThat(meter.reads()).isEqualTo(1);
            assertThatThrownBy(meter::readBadly)
                    .isInstanceOf(ConnectionLostException.class)
                    .hasMessageContaining("another's");
            assertThat(meter.reads()).isEqualTo(2);
            assertThat(meter.readLater().get(10, TimeUnit.SECONDS)).isEqualTo(3);
        }
    }

    /** What cannot be repeated. */
    public interface Careless {
        @Idempotent
        @OneWay
        void shout(String text);

        @Idempotent
        CompletableFuture<Integer> count();
    }

    @Test
    void shouldRefuseTheMarkWhereNobodyWaits() {
        try (Endpoint endpoint = Endpoint.open()) {
            assertThatThrownBy(() -> endpoint.lookup(Careless.class))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("Careless.shout", "Careless.count", "@Idempotent", "one-way", "future");
        }
    }
}
