// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.ipc.host.Host;
import io.nearcall.test.Overdue;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.TwoEndpoints;
import io.nearcall.test.Workshop;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag(TwoEndpoints.SEPARABLE)
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class DeadlinesTest {

    /** Every call may take 150 ms, except calls of one method. */
    @Deadline("150ms")
    public interface Kitchen {
        void cook(long sleepMs) throws InterruptedException;

        @Deadline("NONE")
        String stew(long sleepMs) throws InterruptedException;

        @Deadline("300ms")
        void clean();
    }

    /** Cooks by sleeping. */
    public static final class SlowKitchen implements Kitchen {
        @Override
        public void cook(long sleepMs) throws InterruptedException {
            Thread.sleep(sleepMs);
        }

        @Override
        public String stew(long sleepMs) throws InterruptedException {
            Thread.sleep(sleepMs);
            return "done";
        }

        @Override
        public void clean() {}
    }

    /** More than 300 ms, and less than 250 and then 300 ms. */
    private static final long NOT_TWICE_NS = 500_000_000;

    private TwoEndpoints endpoints = new TwoEndpoints();

    @AfterEach
    void close() {
        endpoints.close();
    }

    @Test
    void shouldEndACallWhoseMethodTakesLongerThanItsOwnDeadline() {
        Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
        DeadlineExceededException late = Overdue.failureOf(remote::waitForInterruptQuickly);
        assertThat(late.deadlineNs()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(100));
        assertThat(late)
                .hasMessageContaining("Workshop.waitForInterruptQuickly")
                .hasMessageContaining("100ms")
                .hasMessageContaining(Long.toString(endpoints.serverPid()));
    }

    @Test
    void shouldInterruptTheMethodWhoseCallerGaveUp() throws InterruptedException {
        Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
        Overdue.failureOf(remote::waitForInterruptQuickly);
        while (remote.interruptions() == 0) {
            Thread.sleep(1);
        }
    }

    @Test
    void shouldTakeTheDeadlineOfTheInterfaceWhereTheMethodHasNone() {
        Kitchen kitchen = endpoints.connect(Kitchen.class, new SlowKitchen());
        assertThatThrownBy(() -> kitchen.cook(60_000))
                .isInstanceOf(DeadlineExceededException.class)
                .hasMessageContaining("150ms");
    }

    @Test
    void shouldWaitBeyondTheInterfacesDeadlineForAMethodThatHasNone() throws InterruptedException {
        Kitchen kitchen = endpoints.connect(Kitchen.class, new SlowKitchen());
        assertThat(kitchen.stew(250)).isEqualTo("done");
    }

    @Test
    void shouldTakeTheEndpointsDeadlineWhereNothingIsSaid() {
        endpoints.close();
        endpoints = new TwoEndpoints(List.of(), Endpoint.builder().deadline(Duration.ofMillis(120)));
        Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
        assertThatThrownBy(() -> remote.work(1, 60_000))
                .isInstanceOf(DeadlineExceededException.class)
                .hasMessageContaining("120ms");
    }

    @Test
    void shouldTakeTheDeadlineOfAStubInPlaceOfTheEndpoints() throws InterruptedException {
        Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
        Workshop impatient = Remotes.withDeadline(remote, Duration.ofMillis(120));
        assertThatThrownBy(() -> impatient.work(1, 60_000))
                .isInstanceOf(DeadlineExceededException.class)
                .hasMessageContaining("120ms");
        assertThat(Remotes.callAsync(impatient, stub -> stub.work(1, 60_000)))
                .failsWithin(Duration.ofSeconds(50))
                .withThrowableThat()
                .withMessageContaining("120ms");
        assertThat(remote.work(1, 200)).isEqualTo(1);
        assertThat(impatient).isEqualTo(remote).hasToString(remote.toString());
    }

    @Test
    void shouldTakeTheDeadlineOfAMethodInPlaceOfThatOfAStub() {
        Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
        for (Duration other : List.of(Duration.ofMillis(1), Duration.ofSeconds(50))) {
            Workshop stub = Remotes.withDeadline(remote, other);
            assertThat(Overdue.failureOf(stub::waitForInterruptQuickly).deadlineNs())
                    .isEqualTo(TimeUnit.MILLISECONDS.toNanos(100));
        }
    }

    @Test
    void shouldTakeTheDeadlineOfAContextInPlaceOfThatOfAStub() throws Exception {
        Workshop impatient =
                Remotes.withDeadline(endpoints.connect(Workshop.class, new QuietWorkshop()), Duration.ofMillis(1));
        Context patient = Context.current().withDeadline(Duration.ofSeconds(50));
        assertThat(patient.call(() -> impatient.work(3, 200))).isEqualTo(3);
    }

    @Test
    @Tag(TwoEndpoints.ONE_JVM)
    void shouldKeepTheDeadlineOfAStubWhenTheServiceIsFoundLaterAndAgain() {
        Workshop impatient = Remotes.withDeadline(endpoints.client().stub(Workshop.class), Duration.ofMillis(1500));
        for (int i = 0; i < 2; i++) {
            try (Endpoint server = Endpoint.open()) {
                server.export(Workshop.class, new QuietWorkshop());
                assertThat(impatient.echo(i)).isEqualTo(i);
                assertThatThrownBy(() -> impatient.work(1, 60_000)).hasMessageContaining("1.5s");
            }
        }
    }

    @Test
    @Tag(TwoEndpoints.ONE_JVM)
    void shouldGiveADeadlineToStubsOfServicesOnly() {
        Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
        Workshop reference = endpoints.connect(Kiln.class, new ClayKiln()).workshop();
        assertThatThrownBy(() -> Remotes.withDeadline(reference, Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is a reference");
        assertThatThrownBy(() -> Remotes.withDeadline(new QuietWorkshop(), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not a stub");
        assertThatThrownBy(() -> Remotes.withDeadline(remote, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("deadline=PT0S");
    }

    /** Has a workshop. */
    public interface Kiln {
        @ByRef
        Workshop workshop();
    }

    /** Its workshop is quiet. */
    public static final class ClayKiln implements Kiln {
        @Override
        public Workshop workshop() {
            return new QuietWorkshop();
        }
    }

    @Test
    void shouldUseTheLaneAgainWhenTheLateAnswerHasCome() {
        endpoints.close();
        endpoints = new TwoEndpoints(List.of(), Endpoint.builder().maxLanes(1));
        Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(remote::waitForInterruptQuickly).isInstanceOf(DeadlineExceededException.class);
            assertThat(remote.echo(i)).isEqualTo(i);
        }
    }

    @Test
    void shouldNotWaitTwiceForAServiceThatIsBackAndSilent() throws Exception {
        Kitchen kitchen = endpoints.connect(Kitchen.class, new SlowKitchen());
        endpoints.closeServer();
        int silent = Host.current().listen(System.getProperty("io.nearcall.dir") + "/Kitchen.sock", 0600, 8);
        try {
            long shortestNs = Long.MAX_VALUE;
            for (int i = 0; i < 10 && shortestNs > NOT_TWICE_NS; i++) { // a busy machine adds to it, but not each time
                Thread first = new Thread(() -> catchThrowable(kitchen::clean));
                first.start();
                Thread.sleep(50); // it looks the service up, and the next thread waits for its result
                long startNs = System.nanoTime();
                assertThatThrownBy(kitchen::clean).isInstanceOf(NearcallException.class);
                shortestNs = Math.min(shortestNs, System.nanoTime() - startNs);
                first.join();
            }
            assertThat(shortestNs).isLessThanOrEqualTo(NOT_TWICE_NS);
        } finally {
            Host.current().close(silent);
        }
    }

    @Test
    void shouldNeverGiveALateAnswerToTheNextCall() {
        Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
        List<CompletableFuture<Integer>> callers = IntStream.range(0, 4)
                .mapToObj(seed -> CompletableFuture.supplyAsync(
                        () -> lateOf(150, remote, 4711 + seed), task -> new Thread(task).start()))
                .toList();
        assertThat(callers.stream().mapToInt(CompletableFuture::join).sum()).isPositive();
    }

    /** Of so many calls that take about as long as they may. */
    private static int lateOf(int count, Workshop remote, long seed) {
        Random random = new Random(seed);
        int late = 0;
        for (int i = 0; i < count; i++) {
            try {
                assertThat(remote.workQuickly(i, 4_000 + random.nextInt(2_000))).isEqualTo(i);
            } catch (DeadlineExceededException e) {
                late++;
            } catch (OverloadedException e) {
                // while lanes still drain
            }
            assertThat(remote.echo(-i)).isEqualTo(-i);
        }
        return late;
    }

    @Test
    void shouldNeverInterruptTheCallAfterTheOneThatWasLate() {
        endpoints.close();
        endpoints = new TwoEndpoints(List.of(), Endpoint.builder().maxLanes(1).deadline(Duration.ofMillis(1)));
        Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
        Random random = new Random(4712);
        for (int i = 0; i < 2_000; i++) {
            int number = i;
            try {
                assertThat(remote.work(number, random.nextInt(3))).isEqualTo(number);
            } catch (DeadlineExceededException | OverloadedException e) {
                // about half of them
            } catch (InterruptedException e) {
                throw new AssertionError("the interrupt of another call", e);
            }
            try {
                assertThat(remote.isInterrupted()).isFalse();
            } catch (DeadlineExceededException | OverloadedException e) {
                // while the lane still drains
            }
        }
    }

    @Tag(TwoEndpoints.ONE_JVM)
    @Test
    void shouldEndACallOfWhichTheServerDoesNotReadTheArguments() throws InterruptedException {
        endpoints.close();
        endpoints = new TwoEndpoints(List.of(), Endpoint.builder().maxLanes(1).deadline(Duration.ofMillis(300)));
        CountDownLatch reading = new CountDownLatch(1);
        Letters remote = endpoints.connect(Letters.class, new Letters() {
            @Override
            public int send(Letter letter, byte[] rest) {
                return rest.length;
            }
        });
        Letter.reading = reading;
        Letter.held = true;
        assertThatThrownBy(() -> remote.send(new Letter("slow"), new byte[10_000_000]))
                .isInstanceOfSatisfying(
                        DeadlineExceededException.class,
                        late -> assertThat(late.outcome()).isEqualTo(Outcome.NOT_SENT));
        Letter.held = false;
        reading.countDown();
        int answer = 0;
        while (answer == 0) {
            try {
                answer = remote.send(new Letter("fast"), new byte[1_000_000]);
            } catch (DeadlineExceededException | OverloadedException e) {
                // while the server still reads on
            }
        }
        assertThat(answer).isEqualTo(1_000_000);
    }

    /** Takes letters. */
    public interface Letters {
        int send(Letter letter, byte[] rest);
    }

    /** Delays the thread that reads it, if the test says so. */
    public record Letter(String text) {
        static volatile CountDownLatch reading;
        static volatile boolean held;

        public Letter {
            if (held && Thread.currentThread().getName().contains("lane")) {
                try {
                    reading.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
