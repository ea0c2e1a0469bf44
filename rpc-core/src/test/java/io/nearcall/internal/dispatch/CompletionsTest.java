// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CompletionsTest {

    private static final long LONG_NS = TimeUnit.SECONDS.toNanos(1);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Completions completions = new Completions(threads);

    @AfterEach
    void close() {
        threads.shutdownNow();
    }

    /** As the receiver does from time to time, of which as much passes as is wanted. */
    private void lookTwice() {
        completions.look(0);
        completions.look(LONG_NS);
    }

    @Test
    void shouldCompleteInTurnOnOneThreadWhatComesMeanwhile() throws Exception {
        CountDownLatch all = new CountDownLatch(1);
        List<Runnable> started = new ArrayList<>();
        Completions late = new Completions(started::add);
        List<Integer> completed = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int number = i;
            late.add(() -> completed.add(number));
        }
        late.add(all::countDown);
        assertThat(started).hasSize(1);
        started.get(0).run();
        all.await();
        assertThat(completed).isEqualTo(IntStream.range(0, 10).boxed().toList());
        late.add(() -> {});
        assertThat(started).as("after it had found nothing more").hasSize(2);
    }

    @Test
    void shouldHaveOthersDoTheRestWhenTheWorkerIsHeldUp() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        completions.add(() -> {
            begun.countDown();
            awaitQuietly(released);
            ended.countDown();
        });
        begun.await();
        completions.add(released::countDown); // for which the first one waits
        assertThat(released.await(20, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(completions.look(0)).isPositive();
        assertThat(released.await(20, TimeUnit.MILLISECONDS)).as("seen once").isFalse();
        completions.look(LONG_NS);
        released.await();
        ended.await();
    }

    @Test
    void shouldWaitForAWorkerThatHasNotBegun() {
        List<Runnable> started = new ArrayList<>();
        Completions late = new Completions(started::add);
        late.add(() -> {});
        late.add(() -> {});
        late.look(0);
        late.look(LONG_NS);
        assertThat(started).hasSize(1);
    }

    @Test
    void shouldNotReplaceAWorkerThatHasGoneOn() throws Exception {
        List<Runnable> started = new ArrayList<>();
        Completions late = new Completions(started::add);
        late.add(() -> late.look(LONG_NS)); // within another completion than the look before
        late.add(() -> late.look(2 * LONG_NS));
        late.add(() -> {});
        late.look(0);
        started.get(0).run();
        assertThat(started).hasSize(1);
    }

    @Test
    void shouldNeedNoLookWhileNothingIsHeldUp() {
        assertThat(completions.look(0)).isEqualTo(Completions.NO_LOOK);
        List<Runnable> started = new ArrayList<>();
        Completions late = new Completions(started::add);
        late.add(() -> assertThat(late.look(LONG_NS)).isEqualTo(Completions.NO_LOOK)); // no other call is behind it
        assertThat(late.look(0)).isPositive();
        started.get(0).run();
    }

    @Test
    void shouldCompleteAtOnceWhatIsBehindOneThatBlocks() throws Exception {
        int many = 200;
        CyclicBarrier all = new CyclicBarrier(many + 1);
        for (int i = 0; i < many; i++) {
            completions.add(() -> awaitQuietly(all));
        }
        while (all.getNumberWaiting() == 0) {
            Thread.sleep(1);
        }
        lookTwice();
        all.await();
    }

    @Test
    void shouldLeaveNothingBehindAWorkerThatIsHeldUpWhenNobodyLooksAnyMore() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        completions.add(() -> {
            begun.countDown();
            awaitQuietly(held);
        });
        begun.await();
        CountDownLatch others = new CountDownLatch(2);
        completions.add(others::countDown);
        completions.disperse();
        completions.add(others::countDown);
        others.await();
        held.countDown();
    }

    @Test
    void shouldLeaveTheInterruptOfAThreadThatCompletesForWantOfAnother() {
        Completions none = new Completions(Runnable::run);
        Thread.currentThread().interrupt();
        none.add(() -> {});
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void shouldGoOnAfterOneThatThrowsAndLeaveNoInterruptToTheNext() throws Exception {
        ConcurrentLinkedQueue<Boolean> interrupted = new ConcurrentLinkedQueue<>();
        CountDownLatch last = new CountDownLatch(1);
        List<Runnable> started = new ArrayList<>();
        Completions late = new Completions(started::add);
        late.add(() -> Thread.currentThread().interrupt());
        late.add(() -> interrupted.add(Thread.currentThread().isInterrupted()));
        late.add(() -> {
            throw new IllegalStateException("thrown by a dependent's completion");
        });
        late.add(last::countDown);
        Thread first = new Thread(started.get(0));
        first.setUncaughtExceptionHandler((thread, thrown) -> {});
        first.start();
        first.join();
        assertThat(interrupted).containsExactly(false);
        assertThat(started).hasSize(2);
        started.get(1).run();
        last.await();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitQuietly(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            Thread.currentThread().interrupt();
        }
    }
}
