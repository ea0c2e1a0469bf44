// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.ProcessDescriptor;
import io.nearcall.ipc.os.UnixSocket;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MonitorTest {

    private static final long MS = 1_000_000;

    private final ByteBuffer bytes = ByteBuffer.allocateDirect(64);
    private final LinkedBlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final int[] two = new int[2];
    private Monitor monitor;

    @BeforeEach
    void start() {
        monitor = Monitor.start("test");
        UnixSocket.pair(two);
    }

    @AfterEach
    void close() {
        monitor.close();
        for (int fd : two) {
            if (fd >= 0) {
                Descriptors.close(fd);
            }
        }
    }

    @Test
    void shouldCallTheHandlerOnItsOwnThreadWhenThereIsSomethingToRead() throws Exception {
        new Reading(two[0]).register();
        UnixSocket.send(two[1], bytes, 0, 3, -1);
        assertThat(events.take()).isEqualTo("read 3 on nearcall-monitor-test");
    }

    @Test
    void shouldRefuseToWatchAChannelForRoomToWrite() throws Exception {
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        try (Watches.Registration watched = monitor.register(pipe.source(), new Reading(two[0]))) {
            assertThatThrownBy(() -> watched.watchWritable(true)).isInstanceOf(UnsupportedOperationException.class);
            watched.pause();
            watched.resume(); // which does not try it again
        }
    }

    @Test
    void shouldWatchAChannelOfTheJdkByAnotherThreadForAsLongAsThereIsOne() throws Exception {
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        for (int time = 0; time < 3; time++) {
            AtomicReference<Watches.Registration> registration = new AtomicReference<>();
            registration.set(monitor.register(pipe.source(), new Handler() {
                @Override
                public void readable() {
                    Watches.Registration own = registration.get();
                    if (own != null) { // or else it is called again
                        own.close();
                        events.add("read on " + Thread.currentThread().getName());
                    }
                }

                @Override
                public void hangup() {}

                @Override
                public void failed(Throwable cause) {
                    events.add(cause.toString());
                }
            }));
            pipe.sink().write(ByteBuffer.allocate(1));
            assertThat(events.take()).isEqualTo("read on nearcall-lanes-test");
        }
        while (Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("nearcall-lanes-test"))) {
            Thread.sleep(10);
        }
        pipe.source().close();
        pipe.sink().close();
    }

    @Test
    void shouldTellTheEndOfTheStream() throws Exception {
        new Reading(two[0]).register();
        Descriptors.close(two[1]);
        two[1] = -1;
        assertThat(events.take()).startsWith("read 0");
    }

    @Test
    void shouldCallNoHandlerAfterItsRegistrationWasClosedInTheSameBatch() throws Exception {
        int[] more = new int[2];
        UnixSocket.pair(more);
        List<Watches.Registration> both = new ArrayList<>();
        AtomicInteger calls = new AtomicInteger();
        Handler closesAll = new Handler() {
            @Override
            public void readable() {
                calls.incrementAndGet();
                both.forEach(Watches.Registration::close);
            }
        };
        CountDownLatch ready = new CountDownLatch(1);
        monitor.execute(() -> {
            both.add(monitor.register(two[0], closesAll));
            both.add(monitor.register(more[0], closesAll));
            UnixSocket.send(two[1], bytes, 0, 1, -1);
            UnixSocket.send(more[1], bytes, 0, 1, -1);
            ready.countDown();
        });
        ready.await();
        settle();
        settle();
        assertThat(calls).hasValue(1);
        Descriptors.close(more[0]);
        Descriptors.close(more[1]);
    }

    @Test
    void shouldCallNoHandlerBetweenPauseAndResume() throws Exception {
        AtomicInteger writable = new AtomicInteger();
        Reading reading = new Reading(two[0]) {
            @Override
            public void writable() {
                writable.incrementAndGet();
                registration().watchWritable(false);
            }
        };
        reading.register();
        monitor.execute(() -> {
            reading.registration().pause();
            reading.registration().pause();
            reading.registration().watchWritable(true);
            UnixSocket.send(two[1], bytes, 0, 3, -1);
        });
        settle();
        settle();
        assertThat(events).isEmpty();
        assertThat(writable).hasValue(0);
        monitor.execute(() -> reading.registration().resume());
        assertThat(events.take()).startsWith("read 3");
        settle();
        assertThat(writable).hasValue(1);
    }

    @Test
    void shouldWatchNothingThatWasClosedBetweenPauseAndResume() throws Exception {
        Reading reading = new Reading(two[0]).register();
        monitor.execute(() -> {
            reading.registration().pause();
            reading.registration().close();
            UnixSocket.send(two[1], bytes, 0, 3, -1);
            reading.registration().resume();
        });
        settle();
        settle();
        assertThat(events).isEmpty();
        new Reading(two[0]).register(); // as another one may that has been given the number
        assertThat(events.take()).startsWith("read 3");
    }

    @Test
    void shouldGiveUpAHandlerThatThrowsAndServeTheOthers() throws Exception {
        int[] more = new int[2];
        UnixSocket.pair(more);
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        monitor.register(two[0], new Handler() {
            @Override
            public void readable() {
                throw new StackOverflowError("too deep");
            }

            @Override
            public void failed(Throwable cause) {
                failure.complete(cause);
                throw new IllegalStateException("and once more");
            }
        });
        new Reading(more[0]).register();
        UnixSocket.send(two[1], bytes, 0, 1, -1);
        assertThat(failure.get()).isInstanceOf(StackOverflowError.class);
        UnixSocket.send(more[1], bytes, 0, 2, -1);
        assertThat(events.take()).startsWith("read 2");
        Descriptors.close(more[0]);
        Descriptors.close(more[1]);
    }

    @Test
    void shouldSeeTheDeathOfAnotherProcess() throws Exception {
        Process sleeper = new ProcessBuilder("sleep", "60").start();
        int pidfd = ProcessDescriptor.open((int) sleeper.pid());
        CountDownLatch dead = new CountDownLatch(1);
        List<Watches.Registration> registration = new ArrayList<>();
        registration.add(monitor.register(pidfd, new Handler() {
            @Override
            public void readable() {
                dead.countDown();
                monitor.execute(() -> registration.get(0).close());
            }
        }));
        sleeper.destroyForcibly();
        dead.await();
        settle();
        Descriptors.close(pidfd);
    }

    @Test
    void shouldRunTasksOfManyThreadsEachInItsOrder() throws Exception {
        int threads = 8;
        int rounds = 5_000;
        int[] next = new int[threads];
        CountDownLatch done = new CountDownLatch(threads * rounds);
        for (int i = 0; i < threads; i++) {
            int own = i;
            new Thread(() -> {
                        for (int round = 0; round < rounds; round++) {
                            int expected = round;
                            monitor.execute(() -> {
                                assertThat(next[own]++).isEqualTo(expected);
                                done.countDown();
                            });
                        }
                    })
                    .start();
        }
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shouldGoOnAfterATaskThatThrows() throws Exception {
        monitor.execute(() -> {
            throw new IllegalStateException("a task of the test");
        });
        monitor.execute(() -> events.add("next"));
        assertThat(events.take()).isEqualTo("next");
    }

    @Test
    void shouldGoOnThoughWhoeverLogsItsFailuresFails() throws Exception {
        Logger logger = Logger.getLogger("io.nearcall");
        java.util.logging.Handler failing = new StreamHandler() {
            @Override
            public void publish(LogRecord message) {
                throw new OutOfMemoryError("a logger of the test");
            }
        };
        logger.addHandler(failing);
        try {
            CountDownLatch failed = new CountDownLatch(1);
            monitor.register(two[0], new Handler() {
                @Override
                public void readable() {
                    throw new IllegalStateException("a handler of the test");
                }

                @Override
                public void failed(Throwable cause) {
                    failed.countDown();
                }
            });
            UnixSocket.send(two[1], bytes, 0, 1, -1);
            failed.await();
            monitor.execute(() -> {
                throw new IllegalStateException("a task of the test");
            });
            settle();
        } finally {
            logger.removeHandler(failing);
        }
    }

    @Test
    void shouldUseNoProcessorWhileNothingHappens() throws Exception {
        new Reading(two[0]).register();
        monitor.schedule(3_600_000 * MS, () -> {});
        CompletableFuture<Long> id = new CompletableFuture<>();
        monitor.execute(() -> id.complete(ManagementFactory.getThreadMXBean().getThreadCpuTime(idOf())));
        long beforeNs = id.get();
        Thread.sleep(1_000); // the span whose CPU time is measured
        CompletableFuture<Long> after = new CompletableFuture<>();
        monitor.execute(() -> after.complete(ManagementFactory.getThreadMXBean().getThreadCpuTime(idOf())));
        assertThat(after.get() - beforeNs).isLessThan(20 * MS);
    }

    @Test
    void shouldRunAcceptedTasksBeforeItEndsAndRefuseLaterOnes() {
        AtomicInteger ran = new AtomicInteger();
        int accepted = 0;
        for (int i = 0; i < 1_000; i++) {
            accepted += monitor.execute(ran::incrementAndGet) ? 1 : 0;
        }
        monitor.close();
        assertThat(ran).hasValue(accepted);
        assertThat(monitor.execute(ran::incrementAndGet)).isFalse();
        assertThatThrownBy(() -> new Reading(two[0]).register()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldCloseInBoundedTimeThoughATaskHangs() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        monitor.execute(() -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        monitor.close();
        monitor.close();
        release.countDown();
    }

    @Test
    void shouldCloseOnItsOwnThread() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        monitor.execute(() -> {
            monitor.close();
            closed.countDown();
        });
        closed.await();
    }

    private void settle() throws Exception {
        CompletableFuture<Void> seen = new CompletableFuture<>();
        monitor.execute(() -> monitor.execute(() -> seen.complete(null)));
        seen.get();
    }

    @SuppressWarnings("deprecation") // threadId() came with 19
    private static long idOf() {
        return Thread.currentThread().getId();
    }

    private abstract static class Handler implements Monitor.Handler {
        @Override
        public void hangup() {}

        @Override
        public void failed(Throwable cause) {}
    }

    /** Reads all available bytes, and closes its registration at the end of the stream. */
    private class Reading extends Handler {
        private final ByteBuffer in = ByteBuffer.allocateDirect(64);
        private final int fd;
        private volatile Watches.Registration registration;

        Reading(int fd) {
            this.fd = fd;
        }

        Reading register() {
            registration = monitor.register(fd, this);
            return this;
        }

        Watches.Registration registration() {
            return registration;
        }

        @Override
        public void readable() {
            int count = UnixSocket.receive(fd, in, 0, 64, new int[1]);
            events.add("read " + count + " on " + Thread.currentThread().getName());
            if (count == 0) {
                registration.close();
            }
        }
    }
}
