// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.test.LoggedLines;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.Overdue;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Server;
import io.nearcall.test.Threads;
import io.nearcall.test.TwoEndpoints;
import io.nearcall.test.Workshop;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(120)
@ExtendWith(PrivateDirectory.class)
@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "virtual threads need JDK 21 or newer")
public class VirtualThreadsIT {

    private static final int MANY = 1_000;
    private static final Duration LONG = Duration.ofSeconds(100);

    @RegisterExtension
    private final LoggedLines log = new LoggedLines();

    private final ExecutorService threads = Runtime.version().feature() >= 21 ? Threads.virtual() : null;

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    /** A service whose methods park. No thread may park on a carrier that it pins, on either side. */
    public interface Park {
        int sleep(int number, long sleepMs) throws InterruptedException;

        /** Until all that rest are woken. */
        int rest(int number) throws InterruptedException;

        int resting();

        void wake();

        boolean runsOnVirtualThread();

        void startRecording() throws Exception;

        int pinnedEvents() throws Exception;
    }

    /** Also records the JVM's events about pinned threads. */
    public static final class RecordingPark implements Park {
        private final AtomicInteger resting = new AtomicInteger();
        private final CountDownLatch woken = new CountDownLatch(1);
        private Recording recording;

        @Override
        public int sleep(int number, long sleepMs) throws InterruptedException {
            Thread.sleep(sleepMs);
            return number;
        }

        @Override
        public int rest(int number) throws InterruptedException {
            resting.incrementAndGet();
            woken.await();
            return number;
        }

        @Override
        public int resting() {
            return resting.get();
        }

        @Override
        public void wake() {
            woken.countDown();
        }

        @Override
        public boolean runsOnVirtualThread() {
            return Threads.isVirtual();
        }

        @Override
        public void startRecording() {
            recording = new Recording();
            recording.enable("jdk.VirtualThreadPinned").withThreshold(Duration.ZERO);
            recording.start();
        }

        @Override
        public int pinnedEvents() throws Exception {
            Path file = Files.createTempFile("nearcall-test", ".jfr");
            try {
                recording.stop();
                recording.dump(file);
                List<RecordedEvent> pinned = RecordingFile.readAllEvents(file).stream()
                        .filter(event -> event.getEventType().getName().equals("jdk.VirtualThreadPinned"))
                        .toList();
                pinned.forEach(System.err::println);
                return pinned.size();
            } finally {
                recording.close();
                Files.delete(file);
            }
        }
    }

    private void warmUp(Park remote) throws Exception {
        List<Future<Integer>> results = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            int number = i;
            results.add(threads.submit(() -> remote.sleep(number, number % 3)));
        }
        for (Future<Integer> result : results) {
            result.get();
        }
    }

    private void shouldNotDelayOthers(String... serverOptions) throws Exception {
        try (OtherJvm server = Server.start(Park.class, RecordingPark.class, serverOptions);
                Endpoint client = Endpoint.builder().deadline(LONG).open()) {
            assertThat(server.pid()).isPositive();
            Park remote = client.lookup(Park.class);
            RecordingPark here = new RecordingPark();
            warmUp(remote);
            here.startRecording();
            remote.startRecording();
            List<Future<Integer>> slow = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                int number = i;
                slow.add(threads.submit(() -> remote.rest(number)));
            }
            for (int i = 0; i < 20; i++) {
                assertThat(remote.sleep(i, 0)).isEqualTo(i);
                assertThat(threads.submit(() -> remote.sleep(1, 0)).get()).isEqualTo(1);
            }
            while (remote.resting() < MANY) {
                Thread.sleep(1);
            }
            assertThat(slow).noneMatch(Future::isDone);
            remote.wake();
            for (int i = 0; i < MANY; i++) {
                assertThat(slow.get(i).get()).isEqualTo(i);
            }
            assertThat(here.pinnedEvents()).isZero();
            assertThat(remote.pinnedEvents()).isZero();
            server.signal("TERM"); // killed, it would leave its recorder's directory
            assertThat(server.awaitExit(10)).isEqualTo(143);
        }
    }

    @Test
    void shouldNotDelayOthersByAThousandSlowCallsThatVirtualThreadsRun() throws Exception {
        shouldNotDelayOthers("executor", "virtual");
    }

    @Test
    void shouldNotDelayOthersByAThousandSlowCallsWithoutAnExecutor() throws Exception {
        shouldNotDelayOthers();
    }

    @Test
    void shouldRunMethodsOnVirtualThreads() {
        try (TwoEndpoints endpoints = new TwoEndpoints(Endpoint.builder().executor(threads), Endpoint.builder())) {
            assertThat(endpoints.connect(Park.class, new RecordingPark()).runsOnVirtualThread())
                    .isTrue();
        }
    }

    @Test
    void shouldFindAServiceAndCallItFromVirtualThreads() throws Exception {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            endpoints.server().export(Workshop.class, new QuietWorkshop());
            byte[] load = new byte[500_000];
            Arrays.fill(load, (byte) 5);
            threads.submit(() -> {
                        Workshop remote = endpoints.client().lookup(Workshop.class);
                        assertThat(remote.echo(7)).isEqualTo(7);
                        assertThat(remote.bytes(load)).isEqualTo(load);
                        assertThat(Overdue.failureOf(() -> remote.workQuickly(1, 500_000)))
                                .hasMessageContaining("5ms");
                        assertThat(remote.later(8, 10).join()).isEqualTo(8);
                        assertThat(remote.echo(9)).isEqualTo(9);
                    })
                    .get();
        }
    }

    @Test
    void shouldEndTheCallOfAVirtualThreadAtADeadlineThatIsFar() throws Exception {
        Duration deadline = Duration.ofMillis(1_500);
        QuietWorkshop workshop = new QuietWorkshop();
        try (TwoEndpoints endpoints =
                new TwoEndpoints(Endpoint.builder(), Endpoint.builder().deadline(deadline))) {
            Workshop remote = endpoints.connect(Workshop.class, workshop);
            long startNs = System.nanoTime();
            Throwable thrown = threads.submit(() -> catchThrowable(remote::waitForInterrupt))
                    .get();
            assertThat(thrown)
                    .isInstanceOfSatisfying(
                            DeadlineExceededException.class,
                            e -> assertThat(e.getStackTrace())
                                    .anyMatch(frame -> frame.getMethodName().equals("waitForInterrupt")));
            assertThat(System.nanoTime() - startNs).isGreaterThanOrEqualTo(deadline.toNanos());
            while (workshop.interruptions() == 0) {
                Thread.sleep(1);
            }
        }
    }

    @Test
    void shouldKeepTheOrderOfAVirtualThreadsCalls() throws Exception {
        for (ExecutorService executor : new ExecutorService[] {null, threads}) {
            try (TwoEndpoints endpoints = new TwoEndpoints(Endpoint.builder().executor(executor), Endpoint.builder())) {
                Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
                List<Integer> expected = IntStream.range(0, 500).boxed().toList();
                List<Integer> noted = threads.submit(() -> {
                            for (int i = 0; i < 500; i++) {
                                remote.note(i);
                                if (i % 50 == 0) {
                                    assertThat(remote.notedCount()).isEqualTo(i + 1);
                                }
                            }
                            return remote.noted();
                        })
                        .get();
                assertThat(noted).isEqualTo(expected);
            }
        }
    }

    @Test
    void shouldInterruptTheMethodOfAVirtualThreadThatIsInterrupted() throws Exception {
        for (ExecutorService executor : new ExecutorService[] {null, threads}) {
            QuietWorkshop workshop = new QuietWorkshop();
            try (TwoEndpoints endpoints = new TwoEndpoints(Endpoint.builder().executor(executor), Endpoint.builder())) {
                Workshop remote = endpoints.connect(Workshop.class, workshop);
                Throwable[] thrown = new Throwable[1];
                Future<?> call = threads.submit(() -> thrown[0] = catchThrowable(remote::waitForInterrupt));
                while (workshop.waits() == 0) {
                    Thread.sleep(1);
                }
                call.cancel(true);
                while (workshop.interruptions() == 0 || thrown[0] == null) {
                    Thread.sleep(1);
                }
                assertThat(thrown[0]).isInstanceOf(CallInterruptedException.class);
                assertThat(remote.isInterrupted()).isFalse();
            }
        }
    }

    /** Its method needs the lock that the caller holds. */
    public interface Gate {
        void pass();
    }

    @Test
    void shouldFindAVirtualThreadThatWaitsForItself() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        try (TwoEndpoints endpoints = new TwoEndpoints(Endpoint.builder(), Endpoint.builder())) {
            Gate gate = endpoints.connect(Gate.class, () -> {
                lock.lock();
                lock.unlock();
            });
            Future<?> call = threads.submit(() -> {
                lock.lock();
                try {
                    gate.pass();
                } finally {
                    lock.unlock();
                }
            });
            while (!log.text().contains("Threads wait for each other")) {
                Thread.sleep(10);
            }
            assertThat(log.text()).contains("VirtualThreadsIT.lambda$shouldFindAVirtualThreadThatWaitsForItself$");
            call.cancel(true);
        }
    }

    @Test
    void shouldEndTheCallsOfVirtualThreadsWhenTheServerDies() throws Exception {
        try (OtherJvm server = Server.start(Park.class, RecordingPark.class);
                Endpoint client = Endpoint.open()) {
            Park remote = client.lookup(Park.class);
            warmUp(remote);
            List<Future<Throwable>> calls = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                calls.add(threads.submit(() -> catchThrowable(() -> remote.rest(1))));
            }
            while (remote.resting() < calls.size()) {
                Thread.sleep(1);
            }
            server.kill();
            for (Future<Throwable> call : calls) {
                assertThat(call.get()).isInstanceOf(ConnectionLostException.class);
            }
        }
    }
}
