// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.TwoEndpoints;
import io.nearcall.test.Workshop;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
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

    /** Leaves the current thread uninterrupted. */
    private static void awaitEnd(Thread interrupter) {
        while (interrupter.isAlive()) {
            Thread.onSpinWait();
        }
        Thread.interrupted();
    }

    @Test
    void shouldEndTheCallOfAThreadThatIsInterruptedAndLeaveItsStatusSet() {
        interruptAfter(50_000);
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
        Thread caller = Thread.currentThread();
        new Thread(() -> {
                    while (remote.waits() == 0) {
                        Thread.onSpinWait();
                    }
                    caller.interrupt();
                })
                .start();
        catchThrowable(remote::waitForInterrupt);
        assertThat(Thread.interrupted()).isTrue();
        while (remote.interruptions() == 0) {
            Thread.sleep(1);
        }
    }

    @Test
    void shouldNeverLetTheAnswerOfAnInterruptedCallReachTheNext() throws InterruptedException {
        Random random = new Random(4713);
        int interrupted = 0;
        for (int i = 0; i < 400; i++) {
            // A sleeping caller notices an interrupt within 10 ms, so these end on both sides of the answer and with
            // it.
            Thread interrupter = interruptAfter(random.nextInt(12_000));
            try {
                assertThat(remote.work(i, 9 + random.nextInt(4))).isEqualTo(i);
            } catch (CallInterruptedException e) {
                interrupted++;
            }
            awaitEnd(interrupter);
            assertThat(remote.echo(-i)).isEqualTo(-i);
            assertThat(remote.isInterrupted()).isFalse();
        }
        assertThat(interrupted).isPositive();
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
        HeavyParcel.released = new CountDownLatch(1);
        HeavyParcel.reading = new CountDownLatch(1);
        Thread caller = new Thread(() -> catchThrowable(() -> depot.store(new HeavyParcel(2))));
        caller.start();
        HeavyParcel.reading.await();
        caller.interrupt();
        caller.join();
        Thread.sleep(100); // time for the cancellation to reach the server
        HeavyParcel.reading = null;
        HeavyParcel.released.countDown();
        for (int i = 0; i < 5; i++) {
            Thread.sleep(20); // a method that was started would be seen within five of these
            assertThat(depot.stored()).isEqualTo(1);
        }
    }
}
