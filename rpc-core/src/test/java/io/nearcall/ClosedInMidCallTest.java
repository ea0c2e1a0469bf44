// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.TwoEndpoints;
import io.nearcall.test.Workshop;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
                    Thread.sleep(60_000); // until the close interrupts it
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

    /** Promises. */
    public interface Promises {
        CompletableFuture<String> promise();
    }

    @Test
    void shouldTellCallersOfAFutureThatWasReturnedWhileTheServersEndpointCloses() throws Exception {
        try (TwoEndpoints endpoints = new TwoEndpoints(Endpoint.builder(), Endpoint.builder())) {
            CountDownLatch running = new CountDownLatch(1);
            CompletableFuture<String> promised = new CompletableFuture<>();
            Promises promises = endpoints.connect(Promises.class, () -> {
                running.countDown();
                try {
                    Thread.sleep(60_000); // until the close interrupts it
                } catch (InterruptedException e) {
                    // the endpoint is closed
                }
                return promised;
            });
            CompletableFuture<String> promise = promises.promise();
            running.await();
            endpoints.server().close();
            assertThat(catchThrowable(() -> promise.get(10, TimeUnit.SECONDS)))
                    .hasCauseInstanceOf(ConnectionLostException.class);
            assertThat(catchThrowable(() -> promised.get(10, TimeUnit.SECONDS)))
                    .isInstanceOf(CancellationException.class);
        }
    }

    /** Takes its time to be written. */
    public static final class SlowParcel implements Serializable {
        private static final long serialVersionUID = 1L;
        static final CountDownLatch WRITING = new CountDownLatch(1);
        static final CountDownLatch WRITTEN = new CountDownLatch(1);

        private void writeObject(ObjectOutputStream out) throws IOException {
            WRITING.countDown();
            try {
                WRITTEN.await();
            } catch (InterruptedException e) {
                throw new InterruptedIOException();
            }
        }
    }

    /** Of the client. */
    public interface Post {
        void send(SlowParcel parcel);
    }

    /** The endpoint that is closed waits for its own caller, and then tells the peer: meanwhile the method returns. */
    @Test
    void shouldNotTakeTheEndOfTheServersEndpointForACancelledFuture() throws Exception {
        try (TwoEndpoints endpoints = new TwoEndpoints(Endpoint.builder(), Endpoint.builder())) {
            CountDownLatch running = new CountDownLatch(1);
            CompletableFuture<String> promised = new CompletableFuture<>();
            Promises promises = endpoints.connect(Promises.class, () -> {
                running.countDown();
                while (!endpoints.server().isClosed()) {
                    Thread.onSpinWait();
                }
                LockSupport.parkNanos(1_200_000_000); // longer than is waited for it
                return promised;
            });
            CompletableFuture<String> promise = promises.promise();
            running.await();
            endpoints.client().export(Post.class, parcel -> {}, "post");
            Post post = endpoints.server().lookup(Post.class, "post");
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> post.send(new SlowParcel()));
            SlowParcel.WRITING.await();
            endpoints.server().close();
            SlowParcel.WRITTEN.countDown();
            assertThat(catchThrowable(() -> promise.get(10, TimeUnit.SECONDS)))
                    .hasCauseInstanceOf(ConnectionLostException.class);
            assertThat(catchThrowable(() -> promised.get(10, TimeUnit.SECONDS)))
                    .isInstanceOf(CancellationException.class);
            assertThat(sent).failsWithin(10, TimeUnit.SECONDS);
        }
    }

    /** Has a result. */
    public interface Trade {
        int work();
    }

    @Test
    void shouldAnswerWhatRunsForAShortWhileWhenTheServersEndpointCloses() throws Exception {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            CountDownLatch running = new CountDownLatch(1);
            Trade trade = endpoints.connect(Trade.class, () -> {
                running.countDown();
                while (!endpoints.server().isClosed()) {
                    Thread.onSpinWait();
                }
                LockSupport.parkNanos(200_000_000); // less than is waited for it
                return 7;
            });
            CompletableFuture<Integer> answer = CompletableFuture.supplyAsync(trade::work);
            running.await();
            endpoints.server().close();
            assertThat(answer.get()).isEqualTo(7);
        }
    }

    /** A service with an answer that takes some milliseconds to send. */
    public interface Archive {
        byte[] fetch();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldSendAnAnswerToItsEndWhenTheServersEndpointCloses(boolean withExecutor) throws Exception {
        byte[] scan = new byte[32 << 20];
        ExecutorService executor = Executors.newSingleThreadExecutor();
        EndpointBuilder serving = withExecutor ? Endpoint.builder().executor(executor) : Endpoint.builder();
        try (TwoEndpoints endpoints = new TwoEndpoints(serving, Endpoint.builder())) {
            CountDownLatch returning = new CountDownLatch(1);
            Archive archive = endpoints.connect(Archive.class, () -> {
                returning.countDown();
                return scan;
            });
            CompletableFuture<byte[]> answer = CompletableFuture.supplyAsync(archive::fetch);
            returning.await();
            endpoints.server().close();
            assertThat(answer.get()).isEqualTo(scan);
        } finally {
            executor.shutdown();
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
