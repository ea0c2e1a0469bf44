// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.FuturesIT.ManualQuotes;
import io.nearcall.FuturesIT.Quotes;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Server;
import io.nearcall.test.TwoEndpoints;
import io.nearcall.test.Workshop;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Futures of calls that end otherwise than by an answer: cancelled, too late, or with their connection. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class UnansweredFuturesIT {

    /** 100 ms, plus a margin for a busy machine. */
    private static final long SOON_NS = 400_000_000;

    private final TwoEndpoints endpoints = new TwoEndpoints();
    private final ManualQuotes quotes = new ManualQuotes();

    @AfterEach
    void close() {
        endpoints.close();
    }

    @Test
    void shouldCancelTheMethodThatRunsForAFuture() throws Exception {
        AtomicBoolean interrupted = new AtomicBoolean();
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        Blocking remote = endpoints.connect(Blocking.class, () -> {
            running.countDown();
            try {
                Thread.sleep(30_000); // until the cancellation interrupts it
            } catch (InterruptedException e) {
                interrupted.set(true);
            }
            ended.countDown();
            return CompletableFuture.completedFuture("too late");
        });
        CompletableFuture<String> future = remote.block();
        running.await();
        future.cancel(true);
        ended.await();
        assertThat(interrupted).isTrue();
        assertThat(future).isCancelled();
    }

    /** Blocks before it returns its future. */
    public interface Blocking {
        CompletableFuture<String> block();
    }

    /**
     * The receiving thread has just received an answer, and watches no deadline when the future is made. On a busy machine
     * it is sometimes late, but not each time.
     */
    @Test
    void shouldNoticeADeadlineSoonAlsoAfterAnAnswer() throws Exception {
        Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
        long shortestNs = Long.MAX_VALUE;
        for (int i = 0; i < 10 && shortestNs > SOON_NS; i++) {
            remote.later(1, 1).get();
            Thread.sleep(50); // by then the receiving thread sleeps, with nothing to look at
            long beforeNs = System.nanoTime();
            assertThatThrownBy(() -> remote.laterQuickly(1, 60_000).get())
                    .hasCauseInstanceOf(DeadlineExceededException.class);
            shortestNs = Math.min(shortestNs, System.nanoTime() - beforeNs);
        }
        assertThat(shortestNs).isLessThanOrEqualTo(SOON_NS);
    }

    @Test
    void shouldCompleteAFutureExceptionallyWhenItsDeadlineIsOver() {
        Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
        remote.later(1, 0).join(); // opens the lane, which may take longer than 100 ms
        assertThatThrownBy(() -> remote.laterQuickly(1, 60_000).get())
                .hasCauseInstanceOf(DeadlineExceededException.class)
                .hasMessageContaining("100ms");
    }

    @Test
    void shouldEnforceDeadlinesWhileAnswersKeepComing() throws Exception {
        Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
        remote.later(1, 0).join(); // opens the lane, which may take longer than 100 ms
        CompletableFuture<Integer> late = remote.laterQuickly(1, 60_000);
        AtomicBoolean stop = new AtomicBoolean();
        Thread[] busy = new Thread[2];
        for (int t = 0; t < busy.length; t++) {
            busy[t] = new Thread(() -> {
                while (!stop.get()) {
                    List<CompletableFuture<Integer>> batch = new ArrayList<>();
                    for (int i = 0; i < 64; i++) {
                        batch.add(remote.later(i, 0));
                    }
                    batch.forEach(CompletableFuture::join);
                }
            });
            busy[t].start();
        }
        try {
            assertThatThrownBy(() -> late.get(10, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(DeadlineExceededException.class);
        } finally {
            stop.set(true);
            for (Thread thread : busy) {
                thread.join();
            }
        }
    }

    @Test
    void shouldCompleteAllFuturesInFlightWhenTheServerDies() throws Exception {
        try (OtherJvm server = Server.start(Workshop.class, QuietWorkshop.class);
                Endpoint client = Endpoint.open()) {
            Workshop remote = client.lookup(Workshop.class);
            List<CompletableFuture<Integer>> futures = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                futures.add(remote.never());
            }
            remote.echo(1);
            server.kill();
            for (CompletableFuture<Integer> future : futures) {
                assertThatThrownBy(() -> future.get(20, TimeUnit.SECONDS))
                        .hasCauseInstanceOf(ConnectionLostException.class)
                        .cause()
                        .hasMessageContaining(Integer.toString(server.pid()))
                        .extracting(e -> ((NearcallException) e).outcome())
                        .isEqualTo(Outcome.MAY_HAVE_RUN);
            }
        }
    }

    @Test
    void shouldCompleteFuturesInFlightWhenTheClientsOwnEndpointCloses() throws IOException {
        CompletableFuture<Integer> future =
                endpoints.connect(Workshop.class, new QuietWorkshop()).never();
        endpoints.client().close();
        assertThatThrownBy(() -> future.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(EndpointClosedException.class);
    }

    @Test
    void shouldCancelTheStageWhoseCallerHasClosedItsEndpoint() throws Exception {
        CompletableFuture<String> price =
                endpoints.connect(Quotes.class, quotes).quote("ACME");
        CompletableFuture<String> open = quotes.await("ACME");
        endpoints.client().close();
        assertThatThrownBy(() -> open.get(20, TimeUnit.SECONDS)).isInstanceOf(CancellationException.class);
        assertThatThrownBy(price::get).hasCauseInstanceOf(EndpointClosedException.class);
    }

    @Test
    void shouldCancelTheStageWhoseCallerHasDied() throws Exception {
        try (Endpoint server = Endpoint.open()) {
            server.export(Quotes.class, quotes);
            try (OtherJvm caller = OtherJvm.start(Waiting.class)) {
                assertThat(caller.readLine()).isEqualTo("waiting");
                CompletableFuture<String> open = quotes.await("ACME");
                assertThat(open).isNotDone();
                caller.kill();
                assertThatThrownBy(() -> open.get(20, TimeUnit.SECONDS)).isInstanceOf(CancellationException.class);
            }
        }
    }

    /** A client that waits for a quote. */
    public static final class Waiting {
        public static void main(String[] args) {
            try (Endpoint endpoint = Endpoint.open()) {
                CompletableFuture<String> price = endpoint.lookup(Quotes.class).quote("ACME");
                System.out.println("waiting");
                price.join();
            }
        }
    }

    /** Takes letters. */
    public interface Office {
        CompletableFuture<Void> send(Letter letter);
    }

    /** Whose writing takes until it is finished. */
    public static final class Letter implements Serializable {
        private static final long serialVersionUID = 1L;
        private static final CountDownLatch BEGUN = new CountDownLatch(1);
        private static final CountDownLatch FINISHED = new CountDownLatch(1);

        private void writeObject(ObjectOutputStream out) throws IOException {
            BEGUN.countDown();
            while (FINISHED.getCount() > 0) {
                LockSupport.parkNanos(1_000_000);
            }
            out.defaultWriteObject();
        }
    }

    @Test
    void shouldEndACallWhoseArgumentsAreWrittenUntilAfterTheEndpointHasClosed() throws Exception {
        Office office = endpoints.connect(Office.class, letter -> CompletableFuture.completedFuture(null));
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        Thread sender = new Thread(() ->
                outcome.complete(catchThrowable(() -> office.send(new Letter()).get(30, TimeUnit.SECONDS))));
        sender.start();
        try {
            Letter.BEGUN.await();
            endpoints.client().close(); // which waits for the sender, but not for long
        } finally {
            Letter.FINISHED.countDown();
        }
        assertThat(outcome.get()).hasRootCauseInstanceOf(EndpointClosedException.class);
    }
}
