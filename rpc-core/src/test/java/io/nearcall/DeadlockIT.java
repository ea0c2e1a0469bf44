// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.internal.waits.WaitsView;
import io.nearcall.test.OtherJvm;
import java.time.Duration;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads of several JVMs that wait for each other, which the log of each has to say. */
@Timeout(120)
public class DeadlockIT extends DeadlockScene {

    @RemoteObject
    public interface Listener {
        void told();
    }

    @RemoteService
    public interface Account {
        /** Needs the lock. */
        void enter();

        /** Calls back while it has the lock. */
        void tell(Listener listener);

        /** Takes some time, and no lock. */
        void ponder(int ms);
    }

    /** With one lock. */
    static final class LockedAccount implements Account {
        final ReentrantLock lock = new ReentrantLock();

        @Override
        public void enter() {
            lock.lock();
            lock.unlock();
        }

        @Override
        public void tell(Listener listener) {
            lock.lock();
            try {
                listener.told();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void ponder(int ms) {
            try {
                Thread.sleep(ms);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Has an account, and on a line that names another enters that while it has the lock of its own. */
    static final class AccountHolder {
        private AccountHolder() {}

        public static void main(String[] arguments) throws Exception {
            LockedAccount account = new LockedAccount();
            try (Endpoint own = Endpoint.builder().name("there").open()) {
                own.export(Account.class, account, "savings");
                System.out.println("ready");
                while (System.in.read() != '\n') {
                    // until the test tells it to go on
                }
                account.lock.lock();
                System.out.println("locked");
                enterOther(own.lookup(Account.class, "current"));
            }
        }

        private static void enterOther(Account other) {
            other.enter();
        }
    }

    @Test
    void shouldFindLocksThatTwoJvmsTakeInDifferentOrder() throws Exception {
        LockedAccount current = new LockedAccount();
        endpoint.export(Account.class, current, "current");
        try (OtherJvm other = start(AccountHolder.class)) {
            Account savings = endpoint.lookup(Account.class, "savings");
            CountDownLatch locked = new CountDownLatch(1);
            call("saver", () -> {
                current.lock.lock();
                try {
                    other.writeLine("");
                    assertThat(other.readLine()).isEqualTo("locked");
                    locked.countDown();
                    savings.enter();
                } finally {
                    current.lock.unlock();
                }
            });
            assertThat(locked.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(awaitCycleSoon())
                    .contains(
                            "thread \"saver\" of process "
                                    + ProcessHandle.current().pid() + " waits for savings.enter",
                            "io.nearcall.DeadlockIT.lambda$",
                            "thread \"main\" of process " + other.pid() + " waits for current.enter",
                            "io.nearcall.DeadlockIT$AccountHolder.enterOther",
                            "waits for lock java.util.concurrent.locks.ReentrantLock");
            assertThat(log.text().split(FOUND, -1)).hasSize(2); // the log reports it once
        }
    }

    @Test
    void shouldFindACallbackThatNeedsALockOfACaller() throws Exception {
        LockedAccount current = new LockedAccount();
        try (OtherJvm other = start(AccountHolder.class)) {
            Account savings = endpoint.lookup(Account.class, "savings");
            CountDownLatch told = new CountDownLatch(1);
            CountDownLatch locked = new CountDownLatch(1);
            call(
                    "observer",
                    () -> savings.tell(() -> {
                        told.countDown();
                        awaitQuietly(locked);
                        current.enter();
                    }));
            call("saver", () -> {
                awaitQuietly(told);
                current.lock.lock();
                try {
                    locked.countDown();
                    savings.enter();
                } finally {
                    current.lock.unlock();
                }
            });
            assertThat(awaitCycleSoon())
                    .contains(
                            "thread \"saver\" of process "
                                    + ProcessHandle.current().pid() + " waits for savings.enter",
                            "thread \"observer\" of process "
                                    + ProcessHandle.current().pid() + " waits for lock ",
                            " of process " + other.pid() + " waits for lock ",
                            "io.nearcall.DeadlockIT$LockedAccount.tell",
                            "io.nearcall.DeadlockIT$LockedAccount.enter");
        }
    }

    @RemoteService
    public interface Stage {
        /** Passes on so many times. */
        void pass(int times);
    }

    /** Passes on to the next, which it looks up when it is first asked to. */
    record PassingStage(Endpoint endpoint, String next) implements Stage {
        @Override
        public void pass(int times) {
            if (times > 0) {
                endpoint.lookup(Stage.class, next).pass(times - 1);
            }
        }
    }

    /** A stage in another JVM. Its executor has that many threads; 0 means no executor. */
    static final class StageHolder {
        private StageHolder() {}

        public static void main(String[] arguments) throws Exception {
            int threads = Integer.parseInt(arguments[2]);
            EndpointBuilder builder = Endpoint.builder().name(arguments[0]).deadline(Duration.ofSeconds(60));
            Endpoint own = threads == 0
                    ? builder.open()
                    : builder.executor(threads == 1 ? Executors.newSingleThreadExecutor() : pool(threads))
                            .open();
            own.export(Stage.class, new PassingStage(own, arguments[1]), arguments[0]);
            System.out.println("ready");
            own.awaitClose();
        }

        private static ExecutorService pool(int threads) {
            AtomicInteger count = new AtomicInteger();
            return Executors.newFixedThreadPool(threads, task -> new Thread(task, "stage-" + count.incrementAndGet()));
        }
    }

    @Test
    void shouldFindExecutorsOfOneThreadInThreeJvms() throws Exception {
        ExecutorService one = Executors.newSingleThreadExecutor();
        try (Endpoint own = Endpoint.builder()
                        .name("own")
                        .deadline(Duration.ofSeconds(60))
                        .executor(one)
                        .open();
                OtherJvm second = start(StageHolder.class, "second", "third", "1");
                OtherJvm third = start(StageHolder.class, "third", "first", "1")) {
            own.export(Stage.class, new PassingStage(own, "second"), "first");
            Stage start = endpoint.lookup(Stage.class, "second");
            start.pass(2); // so that each stage has looked up the next
            call("starter", () -> start.pass(3));
            assertThat(awaitCycleSoon())
                    .contains(
                            " of process " + second.pid() + " waits for third.pass",
                            " of process " + third.pid() + " waits for first.pass",
                            " of process " + ProcessHandle.current().pid()
                                    + " waits for second.pass, which waits for a thread of its executor",
                            "io.nearcall.DeadlockIT$PassingStage.pass");
        } finally {
            one.shutdownNow();
        }
    }

    @Test
    void shouldFindAnExecutorAllOfWhoseThreadsWaitForIt() throws Exception {
        CyclicBarrier bothThere = new CyclicBarrier(2);
        Stage first = times -> {
            try {
                bothThere.await();
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
            new PassingStage(endpoint, "second").pass(times);
        };
        endpoint.export(Stage.class, first, "first");
        try (OtherJvm second = start(StageHolder.class, "second", "third", "2");
                OtherJvm third = start(StageHolder.class, "third", "first", "0")) {
            Stage start = endpoint.lookup(Stage.class, "second");
            call("starter", () -> start.pass(3));
            await(() -> shown().stream().anyMatch(view -> view.pid() == third.pid()));
            assertThat(log.text()).doesNotContain(FOUND);
            call("another starter", () -> start.pass(3));
            assertThat(awaitCycleSoon())
                    .contains(
                            "\"stage-1\" of process " + second.pid() + " waits for third.pass",
                            "\"stage-2\" of process " + second.pid() + " waits for third.pass",
                            "waits for second.pass, which waits for a thread of its executor, such as thread \"stage-");
        }
    }

    @Test
    void shouldShowALongCallThatIsNoCycleAndForgetIt() throws Exception {
        try (OtherJvm other = start(AccountHolder.class)) {
            Account savings = endpoint.lookup(Account.class, "savings");
            Thread caller = call("patient", () -> savings.ponder(5_000));
            await(() -> !shown().isEmpty());
            assertThat(shown()).singleElement().satisfies(view -> {
                assertThat(view.pid()).isEqualTo((int) ProcessHandle.current().pid());
                assertThat(view.calls()).singleElement().satisfies(call -> {
                    assertThat(call.method()).isEqualTo("savings.ponder");
                    assertThat(call.peerPid()).isEqualTo(other.pid());
                });
                assertThat(view.threads()).extracting(WaitsView.Waiter::name).contains("patient");
            });
            caller.join();
            await(() -> shown().isEmpty());
            assertThat(shown()).isEmpty();
            assertThat(log.text()).doesNotContain(FOUND);
        }
    }
}
