// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.Deadline;
import io.nearcall.DeadlineExceededException;
import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import io.nearcall.Outcome;
import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import io.nearcall.Uninterruptible;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.Overdue;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Server;
import io.nearcall.test.TwoEndpoints;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls within calls that are too late: their caller waits for them no longer than the outer call may take. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
public class OverdueCallbacksIT {

    private static final long SOON_NS = TimeUnit.SECONDS.toNanos(20);

    /** Is asked while a call is under way. */
    @RemoteObject
    public interface Helper {
        byte[] help();
    }

    /** Asks. */
    @RemoteService
    public interface Office {
        @Deadline("700ms")
        int ask(Helper helper);

        int askPatiently(Helper helper);

        @Deadline("50ms")
        int dawdle();

        @Deadline("100ms")
        int hurry();

        int count();
    }

    /** Dawdles until it is released, whatever its callers say. */
    public static final class SlowOffice implements Office {
        final CountDownLatch released = new CountDownLatch(1);
        final LinkedBlockingQueue<Object> helped = new LinkedBlockingQueue<>();

        @Override
        public int ask(Helper helper) {
            Throwable thrown = null;
            int length = -1;
            try {
                length = helper.help().length;
            } catch (RuntimeException e) {
                thrown = e;
            }
            helped.add(thrown == null ? length : thrown);
            return length;
        }

        @Override
        public int askPatiently(Helper helper) {
            return ask(helper);
        }

        @Override
        @Uninterruptible
        public int dawdle() {
            try {
                released.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return 1;
        }

        @Override
        public int hurry() {
            return 2;
        }

        @Override
        public int count() {
            return helped.size();
        }
    }

    private final SlowOffice slow = new SlowOffice();
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private TwoEndpoints endpoints;

    private Office office(boolean pooled) {
        EndpointBuilder server = Endpoint.builder();
        endpoints = new TwoEndpoints(pooled ? server.executor(pool) : server, Endpoint.builder());
        return endpoints.connect(Office.class, slow);
    }

    @AfterEach
    void close() {
        slow.released.countDown();
        if (endpoints != null) {
            endpoints.close();
        }
        pool.shutdownNow();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldEndACallInTimeWithinWhichAnotherIsOverdue(boolean pooled) throws InterruptedException {
        Office office = office(pooled);
        long beganNs = System.nanoTime();
        assertThatThrownBy(() -> office.ask(() -> {
                    assertThatThrownBy(office::dawdle).isInstanceOf(DeadlineExceededException.class);
                    return new byte[3];
                }))
                .isInstanceOf(DeadlineExceededException.class)
                .hasMessageContaining("Office.ask");
        assertThat(System.nanoTime() - beganNs).isLessThan(SOON_NS);
        assertThat(office.count()).isZero(); // over another lane: the one of before is still dawdled on
        slow.released.countDown();
        assertThat(slow.helped.poll(20, TimeUnit.SECONDS)).isInstanceOf(RuntimeException.class);
        for (int i = 0; i < 50; i++) {
            assertThat(office.ask(() -> new byte[7])).isEqualTo(7);
        }
    }

    @Test
    void shouldNotSendACallForWhichAnOverdueOneLeavesNoTime() {
        Office office = office(false);
        Throwable[] hurried = new Throwable[1];
        int length = office.askPatiently(() -> {
            Overdue.failureOf(office::dawdle);
            hurried[0] = catchThrowable(office::hurry);
            slow.released.countDown();
            return new byte[hurriedInTheEnd(office)];
        });
        assertThat(length).isEqualTo(2);
        assertThat(hurried[0])
                .isInstanceOfSatisfying(
                        DeadlineExceededException.class,
                        e -> assertThat(e.outcome()).isEqualTo(Outcome.NOT_SENT))
                .hasMessageContaining("an earlier call within the same call");
    }

    /** On a busy machine, the answer to the call before may still be on its way when the deadline is over. */
    private static int hurriedInTheEnd(Office office) {
        while (true) {
            try {
                return office.hurry();
            } catch (DeadlineExceededException e) {
                // tries again
            }
        }
    }

    @Test
    void shouldEndACallInTimeWhoseServerIsStoppedWhileItIsCalledBack() {
        try (OtherJvm server = Server.start(Office.class, SlowOffice.class);
                Endpoint client = Endpoint.open()) {
            Office office = client.lookup(Office.class);
            assertThat(office.ask(() -> new byte[9])).isEqualTo(9);
            long beganNs = System.nanoTime();
            assertThatThrownBy(() -> office.ask(() -> {
                        server.signal("STOP");
                        return new byte[1 << 20]; // more than there is room for
                    }))
                    .isInstanceOf(DeadlineExceededException.class)
                    .hasMessageContaining("Office.ask");
            assertThatThrownBy(() -> office.ask(() -> new byte[1])).isInstanceOf(DeadlineExceededException.class);
            assertThat(System.nanoTime() - beganNs).isLessThan(SOON_NS);
            server.signal("CONT");
            for (int i = 0; i < 50; i++) {
                assertThat(office.ask(() -> new byte[7])).isEqualTo(7);
            }
        }
    }
}
