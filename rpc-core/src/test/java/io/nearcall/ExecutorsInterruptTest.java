// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whose an interrupt is that reaches a thread of an executor while it runs a method. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class ExecutorsInterruptTest {

    /** A bell. The executor interrupts the threads that ring it. */
    public interface Bell {
        int ring();

        byte[] ringLoudly();

        CompletableFuture<Integer> ringLater();

        @OneWay
        void ringUnheard();

        @Deadline("50ms")
        void ringTooLong();

        @Deadline("50ms")
        CompletableFuture<Integer> ringTooLongLater();
    }

    private static final class OneBell implements Bell {
        final AtomicInteger longRings = new AtomicInteger();

        @Override
        public int ring() {
            Thread ringer = Thread.currentThread();
            new Thread(ringer::interrupt).start();
            while (!ringer.isInterrupted()) {
                Thread.onSpinWait();
            }
            return 7;
        }

        @Override
        public byte[] ringLoudly() {
            ring();
            return new byte[1_000_000];
        }

        @Override
        public CompletableFuture<Integer> ringLater() {
            return CompletableFuture.completedFuture(ring());
        }

        @Override
        public void ringUnheard() {
            ring();
        }

        @Override
        public void ringTooLong() {
            longRings.incrementAndGet();
            while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
        }

        @Override
        public CompletableFuture<Integer> ringTooLongLater() {
            ringTooLong();
            return CompletableFuture.completedFuture(7);
        }
    }

    private final BlockingQueue<Boolean> interrupted = new LinkedBlockingQueue<>();
    private final Executor executor = task -> new Thread(() -> {
                task.run();
                interrupted.add(Thread.interrupted());
            })
            .start();
    private final TwoEndpoints endpoints = new TwoEndpoints(Endpoint.builder().executor(executor), Endpoint.builder());
    private final OneBell oneBell = new OneBell();
    private final Bell bell = endpoints.connect(Bell.class, oneBell);

    @AfterEach
    void close() {
        endpoints.close();
    }

    private boolean wasInterrupted() throws InterruptedException {
        Boolean interrupt = interrupted.poll(10, TimeUnit.SECONDS);
        assertThat(interrupt).as("said within 10 s").isNotNull();
        return interrupt;
    }

    @Test
    void shouldLeaveAnInterruptThatIsNotOfTheCallToTheExecutor() throws Exception {
        for (int i = 0; i < 20; i++) {
            assertThat(bell.ring()).isEqualTo(7);
            assertThat(wasInterrupted()).isTrue();
            assertThat(bell.ringLoudly()).hasSize(1_000_000);
            assertThat(wasInterrupted()).isTrue();
            assertThat(bell.ringLater().get()).isEqualTo(7);
            assertThat(wasInterrupted()).isTrue();
            bell.ringUnheard();
            assertThat(wasInterrupted()).isTrue();
        }
    }

    @Test
    void shouldTakeBackTheInterruptOfACallThatWasGivenUp() throws Exception {
        for (int i = 0; i < 5; i++) {
            giveUp(bell::ringTooLong);
            assertThat(wasInterrupted()).isFalse();
            giveUp(() -> bell.ringTooLongLater().exceptionally(e -> 0).join());
            assertThat(wasInterrupted()).isFalse();
        }
    }

    /** Again if, on a busy machine, the deadline was over before the method began. */
    private void giveUp(Runnable call) {
        int before = oneBell.longRings.get();
        while (oneBell.longRings.get() == before) {
            try {
                call.run();
            } catch (DeadlineExceededException e) {
                // as it should be
            }
        }
    }
}
