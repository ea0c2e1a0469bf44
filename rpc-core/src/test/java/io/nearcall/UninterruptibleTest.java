// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Methods that run on when nobody waits for them any more. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class UninterruptibleTest {

    private static final BlockingQueue<String> ENDS = new LinkedBlockingQueue<>();

    /** A permit for the method whose caller has gone on: an answer before that could still be taken. */
    private static final Semaphore GIVEN_UP = new Semaphore(0);

    private static void work() {
        try {
            while (!Caller.current().isCancelled()) {
                Thread.sleep(1);
            }
            GIVEN_UP.acquire();
            Thread.sleep(100); // in which an interrupt that is to come does
            ENDS.add("done");
        } catch (InterruptedException e) {
            ENDS.add("interrupted");
        }
    }

    /** A bank, of which one method must never stop half-way, whoever runs it. */
    @Deadline("150ms")
    public interface Bank {
        void transfer();

        CompletableFuture<Void> transferLater();

        @Uninterruptible
        void book();
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

    private static String endOf(Runnable call) throws InterruptedException {
        assertThatThrownBy(call::run).isInstanceOf(DeadlineExceededException.class);
        GIVEN_UP.release();
        String end = ENDS.take();
        GIVEN_UP.drainPermits();
        return end;
    }

    @Test
    void shouldInterruptAMethodThatSaysNothing() throws InterruptedException {
        Bank bank = endpoints.connect(Bank.class, new Branch());
        assertThat(endOf(bank::transfer)).isEqualTo("interrupted");
    }

    @Test
    void shouldLetAMethodRunOnThatTheImplementationMarks() throws InterruptedException {
        Bank bank = endpoints.connect(Bank.class, new CarefulBranch());
        assertThat(endOf(bank::transfer)).isEqualTo("done");
        assertThat(endOf(bank::transfer)).isEqualTo("done");
    }

    @Test
    void shouldLetAMethodRunOnThatTheInterfaceMarks() throws InterruptedException {
        Bank bank = endpoints.connect(Bank.class, new Branch());
        assertThat(endOf(bank::book)).isEqualTo("done");
        assertThat(endOf(bank::transfer)).isEqualTo("interrupted");
    }

    @Test
    void shouldLetAllMethodsRunOnOfAClassOrAnInterfaceThatIsMarked() throws InterruptedException {
        Bank bank = endpoints.connect(Bank.class, new Annex());
        Vault vault = endpoints.connect(Vault.class, UninterruptibleTest::work);
        assertThat(endOf(bank::transfer)).isEqualTo("done");
        assertThat(endOf(vault::open)).isEqualTo("done");
    }

    @Test
    void shouldNotInterruptThreadsOfAnExecutor() throws InterruptedException {
        endpoints.close();
        endpoints = new TwoEndpoints(Endpoint.builder().executor(pool), Endpoint.builder());
        Bank careful = endpoints.connect(Bank.class, new CarefulBranch());
        assertThat(endOf(careful::transfer)).isEqualTo("done");
        assertThat(endOf(() -> throwCause(careful.transferLater()))).isEqualTo("done");
        endpoints.server().export(Bank.class, new Branch(), "branch");
        Bank branch = endpoints.client().lookup(Bank.class, "branch");
        assertThat(endOf(branch::transfer)).isEqualTo("interrupted");
        assertThat(endOf(() -> throwCause(branch.transferLater()))).isEqualTo("interrupted");
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
        Thread caller = new Thread(() -> assertThatThrownBy(bank::transfer).isInstanceOf(NearcallException.class));
        caller.start();
        Thread.sleep(50); // by then the method has to run: nothing else adds to ENDS
        endpoints.client().close();
        GIVEN_UP.release();
        assertThat(ENDS.take()).isEqualTo("done");
        caller.join();
    }
}
