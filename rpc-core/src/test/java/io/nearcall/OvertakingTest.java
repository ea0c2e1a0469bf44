// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Synchronous methods over the shared lane. Its thread runs them itself, unless they take long. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class OvertakingTest {

    /** A lock in a canal, with one keeper. */
    public interface CanalLock {
        String keeper();

        CompletableFuture<String> keeperLater();

        @OneWay
        void raiseFlag();

        int flags();

        int keeperIsInterrupted();

        int callerPid();

        /** Waits until the gate is opened, or the keeper interrupted. */
        boolean awaitGate() throws InterruptedException;

        @Uninterruptible
        void guardGate();

        /** Looks again and again. */
        void watchGate();

        void openGate();

        /** Waits for so many to be there. */
        int meet(int count) throws Exception;

        int fail(int number);

        /** Computes for a while. Returns the keeper that computed. */
        String computeLevel();

        /** Has the bargee call again, so many times, from within each other. */
        int passOn(int times, Bargee bargee) throws Exception;

        void fallIn();

        void closeTheCanal();
    }

    /** Who comes to the lock. */
    @RemoteObject
    public interface Bargee {
        int comeAgain(int times) throws Exception;
    }

    /** Its keeper. */
    static final class Keeper implements CanalLock {
        final CountDownLatch gate = new CountDownLatch(1);
        final AtomicInteger flags = new AtomicInteger();
        final AtomicInteger waiting = new AtomicInteger();
        final AtomicInteger interrupted = new AtomicInteger();
        private CyclicBarrier barrier;
        volatile Endpoint canal;

        @Override
        public String keeper() {
            return Thread.currentThread().getName();
        }

        @Override
        public CompletableFuture<String> keeperLater() {
            return CompletableFuture.completedFuture(keeper());
        }

        @Override
        public void raiseFlag() {
            flags.incrementAndGet();
        }

        @Override
        public int flags() {
            return flags.get();
        }

        @Override
        public int keeperIsInterrupted() {
            return Thread.currentThread().isInterrupted() ? 1 : 0;
        }

        @Override
        public int callerPid() {
            assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(Keeper.class.getClassLoader());
            return Caller.current().pid();
        }

        @Override
        public boolean awaitGate() throws InterruptedException {
            waiting.incrementAndGet();
            try {
                gate.await();
                return true;
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
                throw e;
            }
        }

        @Override
        public void guardGate() {
            waiting.incrementAndGet();
            while (gate.getCount() > 0) {
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    interrupted.incrementAndGet();
                }
            }
        }

        @Override
        public void watchGate() {
            while (gate.getCount() > 0) {
                Thread.onSpinWait();
            }
        }

        @Override
        public void openGate() {
            gate.countDown();
        }

        @Override
        public int meet(int count) throws Exception {
            CyclicBarrier met;
            synchronized (this) {
                if (barrier == null) {
                    barrier = new CyclicBarrier(count);
                }
                met = barrier;
            }
            met.await();
            return count;
        }

        @Override
        public int fail(int number) {
            throw new IllegalArgumentException("number=" + number);
        }

        @Override
        public String computeLevel() {
            long endNs = System.nanoTime() + 300_000;
            while (System.nanoTime() < endNs) {
                Thread.onSpinWait();
            }
            return keeper();
        }

        @Override
        public int passOn(int times, Bargee bargee) throws Exception {
            return times == 0 ? 0 : 1 + bargee.comeAgain(times - 1);
        }

        @Override
        public void fallIn() {
            throw new StackOverflowError("into the lock");
        }

        @Override
        public void closeTheCanal() {
            canal.close();
        }
    }

    private final Keeper served = new Keeper();
    private final TwoEndpoints endpoints = new TwoEndpoints();
    private final CanalLock remote = endpoints.connect(CanalLock.class, served);

    @AfterEach
    void close() {
        served.openGate();
        endpoints.close();
    }

    private CompletableFuture<Boolean> waitAtTheGate() throws InterruptedException {
        int before = served.waiting.get();
        CompletableFuture<Boolean> waiting = Remotes.callAsync(remote, CanalLock::awaitGate);
        while (served.waiting.get() == before) {
            Thread.sleep(1);
        }
        return waiting;
    }

    @Test
    void shouldRunShortMethodsOnTheThreadThatReadsThem() throws Exception {
        int together = 0;
        for (int i = 0; i < 1_000 && together == 0; i++) { // the first calls take long, while classes are loaded
            CompletableFuture<String> reader = remote.keeperLater();
            if (Remotes.callAsync(remote, CanalLock::keeper).get().equals(reader.get())) {
                together++;
            }
        }
        assertThat(together).isPositive();
        assertThat(Remotes.callAsync(remote, CanalLock::callerPid).get())
                .isEqualTo((int) ProcessHandle.current().pid());
        assertThat(catchThrowable(
                        () -> Remotes.callAsync(remote, stub -> stub.fail(7)).join()))
                .hasRootCauseInstanceOf(IllegalArgumentException.class)
                .hasRootCauseMessage("number=7");
    }

    /** What the monitor does not see, for it looks every millisecond. */
    @Test
    void shouldRunMethodsApartThatComputeForLongerThanAHandOverTakes() throws Exception {
        String reader = null;
        int apart = 0;
        for (int i = 0; i < 200; i++) {
            String keeper = Remotes.callAsync(remote, CanalLock::computeLevel).get();
            reader = remote.keeperLater().get();
            apart += keeper.equals(reader) ? 0 : 1;
        }
        assertThat(apart).isGreaterThan(150);
    }

    @Test
    void shouldLetAMethodCallBackACallerWhoCallsAgain() throws Exception {
        Bargee bargee = new Bargee() {
            @Override
            public int comeAgain(int times) {
                return Remotes.callAsync(remote, stub -> stub.passOn(times, this))
                        .join();
            }
        };
        assertThat(bargee.comeAgain(5)).isEqualTo(5);
    }

    @Test
    void shouldGoOnAfterAnErrorThatAMethodThrows() {
        for (int i = 0; i < 5; i++) {
            assertThat(catchThrowable(
                            () -> Remotes.runAsync(remote, CanalLock::fallIn).join()))
                    .hasRootCauseInstanceOf(StackOverflowError.class);
        }
        assertThat(Remotes.callAsync(remote, CanalLock::flags).join()).isZero();
    }

    @Test
    void shouldLetAMethodCloseTheEndpointThatItRunsOn() {
        served.canal = endpoints.server();
        assertThat(catchThrowable(
                        () -> Remotes.runAsync(remote, CanalLock::closeTheCanal).join()))
                .hasCauseInstanceOf(ConnectionLostException.class);
    }

    @Test
    void shouldGoOnWithCallsOfEveryKindWhileAMethodWaits() throws Exception {
        CompletableFuture<Boolean> waiting = waitAtTheGate();
        remote.raiseFlag();
        assertThat(Remotes.callAsync(remote, CanalLock::flags).get()).isEqualTo(1);
        assertThat(remote.keeperLater().get()).isNotNull();
        assertThat(waiting).isNotDone();
        remote.openGate();
        assertThat(waiting.get()).isTrue();
        assertThat(Remotes.callAsync(remote, CanalLock::flags).get()).isEqualTo(1);
    }

    @Test
    void shouldLetAMethodWaitForACallThatComesBehindIt() throws Exception {
        CompletableFuture<Boolean> waiting = Remotes.callAsync(remote, CanalLock::awaitGate);
        CompletableFuture<Void> opening = Remotes.runAsync(remote, CanalLock::openGate);
        assertThat(waiting.get()).isTrue();
        opening.get();
    }

    @Test
    void shouldOvertakeAMethodThatComputes() throws Exception {
        CompletableFuture<Void> watching = Remotes.runAsync(remote, CanalLock::watchGate);
        CompletableFuture<Void> opening = Remotes.runAsync(remote, CanalLock::openGate);
        watching.get();
        opening.get();
    }

    @Test
    void shouldRunManyAtOnceThatWaitForEachOther() throws Exception {
        int many = 200;
        List<CompletableFuture<Integer>> meeting = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            meeting.add(Remotes.callAsync(remote, stub -> stub.meet(many)));
        }
        for (CompletableFuture<Integer> met : meeting) {
            assertThat(met.get()).isEqualTo(many);
        }
    }

    @Test
    void shouldInterruptAMethodThatWasOvertakenAndNoOther() throws Exception {
        for (int i = 1; i <= 5; i++) {
            CompletableFuture<Boolean> waiting = waitAtTheGate();
            assertThat(Remotes.callAsync(remote, CanalLock::flags).get()).isZero(); // so it has been overtaken
            waiting.cancel(true);
            while (served.interrupted.get() < i) {
                Thread.sleep(1);
            }
            assertThat(catchThrowable(waiting::get)).isInstanceOf(CancellationException.class);
            List<CompletableFuture<Integer>> others = IntStream.range(0, 50)
                    .mapToObj(n -> Remotes.callAsync(remote, CanalLock::keeperIsInterrupted))
                    .toList();
            for (CompletableFuture<Integer> other : others) {
                assertThat(other.get()).isZero();
            }
        }
    }

    @Test
    void shouldInterruptAMethodThatRunsOnTheThreadThatReadsIt() throws Exception {
        for (int i = 1; i <= 20; i++) {
            waitAtTheGate().cancel(true); // at once: before it is overtaken, if it is not run apart
            while (served.interrupted.get() < i) {
                Thread.sleep(1);
            }
            assertThat(Remotes.callAsync(remote, CanalLock::keeperIsInterrupted).get())
                    .isZero();
        }
    }

    @Test
    void shouldEndTheConnectionWhileAMethodRunsThatDoesNotEnd() throws Exception {
        Endpoint first = Endpoint.open();
        try (Endpoint server = Endpoint.builder().maxConnections(1).open();
                Endpoint second = Endpoint.open()) {
            server.export(CanalLock.class, served, "guarded");
            CanalLock guarded = first.lookup(CanalLock.class, "guarded");
            CompletableFuture<Void> guard = Remotes.runAsync(guarded, CanalLock::guardGate);
            while (served.waiting.get() == 0) {
                Thread.sleep(1);
            }
            first.close();
            assertThat(catchThrowable(guard::get)).hasCauseInstanceOf(EndpointClosedException.class);
            // Its thread counts, as that of any method does.
            assertThat(catchThrowable(() -> second.lookup(CanalLock.class, "guarded")))
                    .isInstanceOf(ConnectionRefusedException.class);
            served.openGate();
            assertThat(second.lookup(CanalLock.class, "guarded").flags()).isZero();
        } finally {
            served.openGate();
            first.close();
        }
    }

    @Test
    void shouldCloseTheServerWhileAMethodRunsOnTheThreadThatReadsIt() throws Exception {
        CompletableFuture<Boolean> waiting = waitAtTheGate();
        endpoints.server().close();
        assertThat(catchThrowable(waiting::get)).hasCauseInstanceOf(ConnectionLostException.class);
        while (served.interrupted.get() == 0) {
            Thread.sleep(1);
        }
    }
}
