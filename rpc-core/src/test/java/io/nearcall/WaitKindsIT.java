// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.OtherJvm;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads of two JVMs that wait for each other by futures, behind earlier calls, and for lanes. */
@Timeout(120)
public class WaitKindsIT extends DeadlockScene {

    private static final String PID = Long.toString(ProcessHandle.current().pid());

    @RemoteObject
    public interface Reader {
        void read();
    }

    @RemoteService
    public interface Ledger {
        /** Needs the lock, as the next two. */
        void enter();

        CompletableFuture<Integer> enterLater();

        @OneWay
        void note();

        /** Needs no lock. */
        int pages();

        /** Calls back, without the lock. */
        void show(Reader reader);
    }

    /** With one lock. */
    static final class LockedLedger implements Ledger {
        final ReentrantLock lock = new ReentrantLock();

        @Override
        public void enter() {
            lock.lock();
            lock.unlock();
        }

        @Override
        public CompletableFuture<Integer> enterLater() {
            enter();
            return CompletableFuture.completedFuture(1);
        }

        @Override
        public void note() {
            enter();
        }

        @Override
        public int pages() {
            return 1;
        }

        @Override
        public void show(Reader reader) {
            reader.read();
        }
    }

    /**
     * Has a ledger, and an executor of that many threads, or none. For one line it takes the lock of its ledger, and prints
     * that. For another line it calls the ledger of the test.
     */
    static final class LedgerHolder {
        private LedgerHolder() {}

        public static void main(String[] arguments) throws Exception {
            int threads = Integer.parseInt(arguments[0]);
            EndpointBuilder builder = Endpoint.builder().name("there").deadline(Duration.ofSeconds(60));
            LockedLedger ledger = new LockedLedger();
            try (Endpoint own = threads == 0
                    ? builder.open()
                    : builder.executor(Executors.newFixedThreadPool(threads)).open()) {
                own.export(Ledger.class, ledger, "theirs");
                System.out.println("ready");
                awaitLine();
                ledger.lock.lock();
                System.out.println("locked");
                awaitLine();
                own.lookup(Ledger.class, "ours").enter();
                ledger.lock.unlock();
                System.out.println("unlocked");
                own.awaitClose();
            }
        }

        private static void awaitLine() throws Exception {
            while (System.in.read() != '\n') {
                // until the test tells it to go on
            }
        }
    }

    private final LockedLedger ours = new LockedLedger();

    @BeforeEach
    void export() {
        endpoint.export(Ledger.class, ours, "ours");
    }

    /** A thread that has the lock of our ledger, while the other JVM has that of its own and wants ours. */
    private Thread lockedCall(OtherJvm other, Runnable call) throws InterruptedException {
        other.writeLine("");
        assertThat(other.readLine()).isEqualTo("locked");
        CountDownLatch locked = new CountDownLatch(1);
        Thread writer = call("writer", () -> {
            ours.lock.lock();
            locked.countDown();
            try {
                call.run();
            } finally {
                ours.lock.unlock();
            }
        });
        assertThat(locked.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        other.writeLine("");
        return writer;
    }

    @Test
    void shouldFindAFutureThatIsWaitedFor() throws Exception {
        try (OtherJvm other = start(LedgerHolder.class, "0")) {
            Ledger theirs = endpoint.lookup(Ledger.class, "theirs");
            lockedCall(other, () -> theirs.enterLater().join());
            assertThat(awaitCycle())
                    .contains(
                            "thread \"writer\" of process " + PID + " waits for theirs.enterLater, which thread",
                            " of process " + other.pid() + " waits for lock java.util.concurrent.locks.ReentrantLock",
                            "thread \"main\" of process " + other.pid() + " waits for ours.enter");
        }
    }

    /**
     * It looks like a cycle at each moment. But the thread that waits for the future repeats its wait, and gives up in
     * the end.
     */
    @Test
    void shouldFindNoneWhereAFutureIsWaitedForInSteps() throws Exception {
        try (OtherJvm other = start(LedgerHolder.class, "0")) {
            Ledger theirs = endpoint.lookup(Ledger.class, "theirs");
            lockedCall(other, () -> {
                CompletableFuture<Integer> future = theirs.enterLater();
                for (int i = 0; i < 20; i++) {
                    assertThat(isDoneIn(future, 200)).isFalse();
                }
            });
            assertThat(other.readLine()).isEqualTo("unlocked");
            assertThat(log.text()).doesNotContain(FOUND);
        }
    }

    private static boolean isDoneIn(CompletableFuture<?> future, long ms) {
        try {
            future.get(ms, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Without an executor the lane's thread runs the one-way call, and has not read the calls behind it. */
    @ParameterizedTest
    @ValueSource(strings = {"0", "3"})
    void shouldFindACallThatFollowsAOneWayCall(String threads) throws Exception {
        try (OtherJvm other = start(LedgerHolder.class, threads)) {
            Ledger theirs = endpoint.lookup(Ledger.class, "theirs");
            lockedCall(other, () -> {
                theirs.note();
                theirs.pages();
            });
            assertThat(awaitCycle())
                    .contains(
                            "thread \"writer\" of process " + PID
                                    + " waits for theirs.pages, which waits for earlier calls, which thread",
                            "io.nearcall.WaitKindsIT$LockedLedger.note",
                            "thread \"main\" of process " + other.pid() + " waits for ours.enter");
        }
    }

    @Test
    void shouldFindTheOnlyLaneWithAThreadThatWaits() {
        try (OtherJvm other = start(LedgerHolder.class, "0");
                Endpoint narrow = Endpoint.builder()
                        .name("narrow")
                        .deadline(Duration.ofSeconds(60))
                        .maxLanes(1)
                        .open()) {
            awaitLane(narrow, ours::enter);
            assertThat(awaitCycle())
                    .contains(
                            "thread \"writer\" of process " + PID
                                    + " waits for a lane for theirs.*, which is held by threads that wait, such as thread"
                                    + " \"observer\"",
                            "thread \"observer\" of process " + PID + " waits for lock ");
            assertThat(other.isEnding()).isFalse();
        }
    }

    /** Whoever has the lane waits for nothing that the other has. */
    @Test
    void shouldFindNoneWhereTheLaneBecomesFree() throws Exception {
        try (OtherJvm other = start(LedgerHolder.class, "0");
                Endpoint narrow = Endpoint.builder()
                        .name("narrow")
                        .deadline(Duration.ofSeconds(60))
                        .maxLanes(1)
                        .open()) {
            AtomicBoolean interrupted = new AtomicBoolean();
            Thread writer = awaitLane(narrow, () -> {
                try {
                    Thread.sleep(4_000); // in which the watch looks often enough
                } catch (InterruptedException e) {
                    interrupted.set(true);
                }
            });
            writer.join();
            assertThat(interrupted).isFalse();
            assertThat(log.text()).doesNotContain(FOUND);
            assertThat(other.isEnding()).isFalse();
        }
    }

    /** A callback has the lane of an endpoint, while a thread that has our lock wants it. */
    private Thread awaitLane(Endpoint narrow, Runnable callback) {
        Ledger theirs = narrow.lookup(Ledger.class, "theirs");
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch locked = new CountDownLatch(1);
        call(
                "observer",
                () -> theirs.show(() -> {
                    called.countDown();
                    awaitQuietly(locked);
                    callback.run();
                }));
        return call("writer", () -> {
            awaitQuietly(called);
            ours.lock.lock();
            try {
                locked.countDown();
                theirs.pages();
            } finally {
                ours.lock.unlock();
            }
        });
    }
}
