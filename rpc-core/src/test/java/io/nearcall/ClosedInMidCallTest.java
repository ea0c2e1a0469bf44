// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.TwoEndpoints;
import io.nearcall.test.Workshop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What becomes of calls in progress when either endpoint is closed; both are in this JVM. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class ClosedInMidCallTest {

    /** Takes as long as it takes. */
    public interface Errand {
        void run();
    }

    @Test
    void shouldTellCallersWhenTheServersEndpointClosesInMidCall() throws Exception {
        try (TwoEndpoints endpoints = new TwoEndpoints(Endpoint.builder(), Endpoint.builder())) {
            CountDownLatch running = new CountDownLatch(1);
            CountDownLatch interrupted = new CountDownLatch(1);
            CountDownLatch released = new CountDownLatch(1);
            Errand errand = endpoints.connect(Errand.class, () -> {
                running.countDown();
                try {
                    Thread.sleep(60_000);
                } catch (InterruptedException e) {
                    interrupted.countDown();
                }
                try {
                    released.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            CompletableFuture<Throwable> failure = CompletableFuture.supplyAsync(() -> catchThrowable(errand::run));
            running.await();
            endpoints.server().close();
            assertThat(failure.get(10, TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(ConnectionLostException.class, lost -> {
                        assertThat(lost.outcome()).isEqualTo(Outcome.MAY_HAVE_RUN);
                        assertThat(lost.loss()).isEqualTo(ConnectionLostException.Loss.CLOSED);
                    });
            interrupted.await();
            released.countDown();
        }
    }

    @Test
    void shouldAnswerWhatRunsForAShortWhileWhenTheServersEndpointCloses() throws Exception {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            endpoints.server().export(Workshop.class, new QuietWorkshop(), "here");
            Workshop here = endpoints.client().lookup(Workshop.class, "here");
            CompletableFuture<Integer> answer = CompletableFuture.supplyAsync(() -> {
                try {
                    return here.work(7, 800);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            Thread.sleep(400);
            endpoints.server().close();
            assertThat(answer.get()).isEqualTo(7);
        }
    }

    @Test
    void shouldEndOwnCallsBeforeTheirMethodsAreInterrupted() throws Exception {
        QuietWorkshop workshop = new QuietWorkshop();
        try (Endpoint here = Endpoint.open()) {
            here.export(Workshop.class, workshop, "here");
            for (int i = 1; i <= 20; i++) {
                CompletableFuture<Throwable> failure;
                try (Endpoint closing = Endpoint.open()) {
                    Workshop remote = closing.lookup(Workshop.class, "here");
                    failure = CompletableFuture.supplyAsync(() -> catchThrowable(remote::waitForInterrupt));
                    while (workshop.waits() < i) {
                        Thread.sleep(1);
                    }
                }
                assertThat(failure.get(10, TimeUnit.SECONDS))
                        .as("rather than the method's answer")
                        .isInstanceOf(EndpointClosedException.class);
                while (workshop.interruptions() < i) {
                    Thread.sleep(1);
                }
            }
        }
    }
}
