// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Methods that still run when no caller waits for them any more. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class UninterruptibleTest {

    private static final BlockingQueue<String> ENDS = new LinkedBlockingQueue<>();

    /** A permit for the method after its caller has given up: the caller could still take an earlier answer. */
    private static final Semaphore GIVEN_UP = new Semaphore(0);

    /** For methods that are not to be interrupted: in which an interrupt would come. */
    private static final long A_WHILE_MS = 100;

    /** For methods that are to be interrupted. */
    private static final long LONG_MS = 30_000;

    private static volatile long patienceMs = A_WHILE_MS;

    private static volatile CountDownLatch begun = new CountDownLatch(1);

    private static void work() {
        begun.countDown();
        try {
            while (!Caller.current().isCancelled()) {
                Thread.sleep(1);
            }
            GIVEN_UP.acquire();
            Thread.sleep(patienceMs);
            ENDS.add("done");
        } catch (InterruptedException e) {
            ENDS.add("interrupted");
        }
    }

    /** A bank. One of its methods must never be interrupted, on whichever thread it runs. */
    @Deadline("150ms")
    public interface Bank {
        void transfer();

        CompletableFuture<Void> transferLater();

        @Uninterruptible
        void book();

        @Deadline("NONE")
        void audit();
    }

    private static class Branch implements Bank {
        @Override
        public void transfer() {
            work();
        }

        @Override
        public CompletableFuture<Void> transferLater() {
            work();
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void book() {
            work();
        }

        @Override
        public void audit() {
            work();
        }
    }

    private static final class CarefulBranch extends Branch {
        @Override
        @Uninterruptible
        public void transfer() {
            super.transfer();
        }

        @Override
        @Uninterruptible
        public CompletableFuture<Void> transferLater() {
            return super.transferLater();
        }

        @Override
        @Uninterruptible
        public void audit() {
            super.audit();
        }
    }

    @Uninterruptible
    private static class HeadOffice extends Branch {}

    private static final class Annex extends HeadOffice {}

    /** A bank of which no implementation may be interrupted. */
    @Uninterruptible
    @Deadline("150ms")
    public interface Vault {
        void open();
    }

    private TwoEndpoints endpoints = new TwoEndpoints();
    private final ExecutorService pool = Executors.newFixedThreadPool(2);

    @AfterEach
    void close() {
        endpoints.close();
        pool.shutdownNow();
        ENDS.clear();
        GIVEN_UP.drainPermits();
    }

    private static void assertInterrupted(Runnable call) throws InterruptedException {
        assertThat(endOf(call, LONG_MS)).isEqualTo("interrupted");
    }

    private static void assertRunsOn(Runnable call) throws InterruptedException {
        assertThat(endOf(call, A_WHILE_MS)).isEqualTo("done");
    }

    /** On a busy machine, the deadline may be over before the method begins: then calls again. */
    private static String endOf(Runnable call, long afterMs) throws InterruptedException {
        patienceMs = afterMs;
        do {
            begun = new CountDownLatch(1);
            assertThatThrownBy(call::run).isInstanceOf(DeadlineExceededException.class);
        } while (!begun.await(2, TimeUnit.SECONDS));
        GIVEN_UP.release();
        String end = ENDS.take();
        GIVEN_UP.drainPermits();
        return end;
    }

    @Test
    void shouldInterruptAMethodThatSaysNothing() throws InterruptedException {
        Bank bank = endpoints.connect(Bank.class, new Branch());
        assertInterrupted(bank::transfer);
    }

    @Test
    void shouldLetAMethodRunOnThatTheImplementationMarks() throws InterruptedException {
        Bank bank = endpoints.connect(Bank.class, new CarefulBranch());
        assertRunsOn(bank::transfer);
        assertRunsOn(bank::transfer);
    }

    @Test
    void shouldLetAMethodRunOnThatTheInterfaceMarks() throws InterruptedException {
        Bank bank = endpoints.connect(Bank.class, new Branch());
        assertRunsOn(bank::book);
        assertInterrupted(bank::transfer);
    }

    @Test
    void shouldLetAllMethodsRunOnOfAClassOrAnInterfaceThatIsMarked() throws InterruptedException {
        Bank bank = endpoints.connect(Bank.class, new Annex());
        Vault vault = endpoints.connect(Vault.class, UninterruptibleTest::work);
        assertRunsOn(bank::transfer);
        assertRunsOn(vault::open);
    }

    @Test
    void shouldNotInterruptThreadsOfAnExecutor() throws InterruptedException {
        endpoints.close();
        endpoints = new TwoEndpoints(Endpoint.builder().executor(pool), Endpoint.builder());
        Bank careful = endpoints.connect(Bank.class, new CarefulBranch());
        assertRunsOn(careful::transfer);
        assertRunsOn(() -> throwCause(careful.transferLater()));
        endpoints.server().export(Bank.class, new Branch(), "branch");
        Bank branch = endpoints.client().lookup(Bank.class, "branch");
        assertInterrupted(branch::transfer);
        assertInterrupted(() -> throwCause(branch.transferLater()));
    }

    private static void throwCause(CompletableFuture<Void> future) {
        try {
            future.join();
        } catch (java.util.concurrent.CompletionException e) {
            throw (RuntimeException) e.getCause();
        }
    }

    @Test
    void shouldNotInterruptWhenTheConnectionEnds() throws InterruptedException {
        Bank bank = endpoints.connect(Bank.class, new CarefulBranch());
        patienceMs = A_WHILE_MS;
        begun = new CountDownLatch(1);
        Thread caller = new Thread(() -> assertThatThrownBy(bank::audit).isInstanceOf(NearcallException.class));
        caller.start();
        begun.await();
        endpoints.client().close();
        GIVEN_UP.release();
        assertThat(ENDS.take()).isEqualTo("done");
        caller.join();
    }
}
