// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.TwoEndpoints;
import io.nearcall.test.Workshop;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag(TwoEndpoints.SEPARABLE)
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class InterruptionTest {

    private TwoEndpoints endpoints;
    private Workshop remote;

    @BeforeEach
    void open() {
        endpoints = new TwoEndpoints();
        remote = endpoints.connect(Workshop.class, new QuietWorkshop());
    }

    @AfterEach
    void close() {
        endpoints.close();
    }

    /** Interrupts the current thread after that time. */
    private static Thread interruptAfter(long delayUs) {
        Thread caller = Thread.currentThread();
        Thread thread = new Thread(() -> {
            LockSupport.parkNanos(delayUs * 1_000);
            caller.interrupt();
        });
        thread.start();
        return thread;
    }

    /** Interrupts the current thread when the method that it calls waits for that. */
    private void interruptWhileItWaits() {
        Thread caller = Thread.currentThread();
        new Thread(() -> {
                    while (remote.waits() == 0) {
                        Thread.onSpinWait();
                    }
                    caller.interrupt();
                })
                .start();
    }

    /** Leaves the current thread uninterrupted. */
    private static void awaitEnd(Thread interrupter) {
        while (interrupter.isAlive()) {
            Thread.onSpinWait();
        }
        Thread.interrupted();
    }

    @Test
    void shouldEndTheCallOfAThreadThatIsInterruptedAndLeaveItsStatusSet() {
        interruptWhileItWaits();
        Throwable thrown = catchThrowable(remote::waitForInterrupt);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(thrown)
                .isInstanceOfSatisfying(
                        CallInterruptedException.class,
                        e -> assertThat(e.outcome()).isEqualTo(Outcome.MAY_HAVE_RUN))
                .hasMessageContaining("Workshop.waitForInterrupt");
    }

    @Test
    void shouldInterruptTheMethodWhoseCallerWasInterrupted() throws InterruptedException {
        interruptWhileItWaits();
        catchThrowable(remote::waitForInterrupt);
        assertThat(Thread.interrupted()).isTrue();
        while (remote.interruptions() == 0) {
            Thread.sleep(1);
        }
    }

    @Test
    void shouldNeverLetTheAnswerOfAnInterruptedCallReachTheNext() {
        List<CompletableFuture<Integer>> callers = IntStream.range(0, 4)
                .mapToObj(seed -> CompletableFuture.supplyAsync(
                        () -> interruptedOf(100, 4713 + seed), task -> new Thread(task).start()))
                .toList();
        assertThat(callers.stream().mapToInt(CompletableFuture::join).sum()).isPositive();
    }

    /** Of so many calls that are interrupted before their answer or after it. */
    private int interruptedOf(int count, long seed) {
        Random random = new Random(seed);
        int interrupted = 0;
        for (int i = 0; i < count; i++) {
            // A sleeping caller notices an interrupt within 10 ms, so these end on both sides of the answer and with
            // it.
            Thread interrupter = interruptAfter(random.nextInt(12_000));
            try {
                assertThat(remote.work(i, 9 + random.nextInt(4))).isEqualTo(i);
            } catch (CallInterruptedException e) {
                interrupted++;
            } catch (InterruptedException e) {
                assertThat(Thread.currentThread().isInterrupted())
                        .as("an interrupt of its own, which crossed the answer")
                        .isTrue();
                interrupted++;
            }
            awaitEnd(interrupter);
            assertThat(remote.echo(-i)).isEqualTo(-i);
            assertThat(remote.isInterrupted()).isFalse();
        }
        return interrupted;
    }

    @Test
    void shouldNotLetAMethodsOwnInterruptReachTheNextCallOnItsThread() {
        for (int i = 0; i < 100; i++) {
            remote.interruptItself();
            assertThat(remote.isInterrupted()).isFalse();
        }
    }

    @Test
    void shouldAnswerManyThreadsRightWhileSomeAreInterrupted() throws InterruptedException {
        AtomicInteger wrong = new AtomicInteger();
        Thread[] callers = new Thread[8];
        for (int t = 0; t < callers.length; t++) {
            int base = t * 1_000_000;
            callers[t] = new Thread(() -> {
                for (int i = base; i < base + 300; i++) {
                    try {
                        if (remote.work(i, i & 1) != i) {
                            wrong.incrementAndGet();
                        }
                    } catch (CallInterruptedException e) {
                        Thread.interrupted();
                    } catch (InterruptedException e) {
                        // its own caller's interrupt, which crossed the answer
                    }
                }
            });
            callers[t].start();
        }
        Random random = new Random(4714);
        while (callers[0].isAlive()) {
            callers[random.nextInt(callers.length)].interrupt();
            Thread.sleep(1);
        }
        for (Thread caller : callers) {
            caller.join();
        }
        assertThat(wrong).hasValue(0);
    }

    /** Takes parcels in. */
    public interface Depot {
        void store(HeavyParcel parcel);

        int stored();
    }

    /** Is slow to be read. */
    public record HeavyParcel(int weight) {
        static volatile CountDownLatch reading;
        static volatile CountDownLatch released;

        public HeavyParcel {
            if (reading != null && Thread.currentThread().getName().contains("-lane-")) {
                reading.countDown();
                try {
                    released.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException("the interrupt of a method that does not run yet", e);
                }
            }
        }
    }

    @Tag(TwoEndpoints.ONE_JVM)
    @Test
    void shouldNotStartAMethodThatIsCancelledWhileItsArgumentsAreRead() throws InterruptedException {
        AtomicInteger stored = new AtomicInteger();
        Depot depot = endpoints.connect(Depot.class, new Depot() {
            @Override
            public void store(HeavyParcel parcel) {
                stored.incrementAndGet();
            }

            @Override
            public int stored() {
                return stored.get();
            }
        });
        depot.store(new HeavyParcel(1));
        int started = 1;
        for (long ms = 100; started > 0 && ms < 20_000; ms *= 4) { // the longer ones for a busy machine
            int before = stored.get();
            cancelWhileItIsRead(depot, ms);
            Thread.sleep(100); // in which a method that was started is seen
            started = depot.stored() - before;
        }
        assertThat(started).isZero();
    }

    private static void cancelWhileItIsRead(Depot depot, long ms) throws InterruptedException {
        HeavyParcel.released = new CountDownLatch(1);
        HeavyParcel.reading = new CountDownLatch(1);
        Thread caller = new Thread(() -> catchThrowable(() -> depot.store(new HeavyParcel(2))));
        caller.start();
        HeavyParcel.reading.await();
        caller.interrupt();
        caller.join();
        Thread.sleep(ms); // for the cancellation to reach the server
        HeavyParcel.reading = null;
        HeavyParcel.released.countDown();
    }
}
