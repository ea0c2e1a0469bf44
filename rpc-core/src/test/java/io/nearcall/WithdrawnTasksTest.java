// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Calls that an executor does not run, or that are given up before it has. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class WithdrawnTasksTest extends ServedByExecutor {

    @Test
    void shouldRefuseWhatTheExecutorRejectsAndGoOn() {
        ThreadPoolExecutor oneCook = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1));
        pools.add(oneCook);
        Kitchen kitchen = kitchen(oneCook);
        Thread caller = new Thread(kitchen::simmer);
        caller.start();
        awaitTrue(() -> cooks.simmering.get() == 1);
        CompletableFuture<String> waiting = onAnotherThread(() -> kitchen.order("fish"));
        awaitTrue(() -> oneCook.getQueue().size() == 1);
        assertThatThrownBy(() -> kitchen.cook("soup"))
                .isInstanceOfSatisfying(
                        OverloadedException.class, e -> assertThat(e.outcome()).isEqualTo(Outcome.NOT_STARTED))
                .hasMessageContaining("RejectedExecutionException")
                .hasMessageContaining("Kitchen.cook");
        CompletableFuture<String> rejected = onAnotherThread(() -> kitchen.order("meat"));
        assertThatThrownBy(rejected::join).hasCauseInstanceOf(OverloadedException.class);
        cooks.released.countDown();
        assertThat(waiting.join()).startsWith("fish by ");
        assertThat(kitchen.cook("soup")).startsWith("soup by ");
    }

    @Test
    void shouldKeepOneWayCallsThatAnExecutorRejectsUntilItTakesThem() {
        AtomicInteger tries = new AtomicInteger();
        Executor pool = cooks(1);
        Kitchen kitchen = kitchen(task -> {
            if (tries.incrementAndGet() % 3 != 0) {
                throw new RejectedExecutionException("not now");
            }
            pool.execute(task);
        });
        for (int i = 0; i < 100; i++) {
            kitchen.shout(i);
        }
        awaitTrue(() -> cooks.heard.size() == 100);
        assertThat(cooks.heard()).isSorted();
    }

    @Test
    void shouldRefuseWhatAnExecutorThrowsAt() {
        AtomicInteger calls = new AtomicInteger();
        Executor pool = cooks(1);
        Kitchen kitchen = kitchen(task -> {
            if (calls.incrementAndGet() % 2 == 1) {
                throw new IllegalStateException("the kitchen is closed");
            }
            pool.execute(task);
        });
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> kitchen.cook("soup"))
                    .isInstanceOf(OverloadedException.class)
                    .hasMessageContaining("the kitchen is closed");
            assertThat(kitchen.cook("soup")).isEqualTo("soup by cook-1");
        }
    }

    @Test
    void shouldNotRunACallTwiceWhenTheExecutorDoes() {
        Executor pool = cooks(4);
        Kitchen kitchen = kitchen(task -> {
            pool.execute(task);
            pool.execute(task);
        });
        for (int i = 0; i < 200; i++) {
            kitchen.shout(i);
            assertThat(kitchen.order("fish").join()).startsWith("fish");
            assertThat(kitchen.cook("soup")).startsWith("soup");
        }
        assertThat(kitchen.heard()).hasSize(200).isSorted();
    }

    @Test
    void shouldEndCallsWhoseTaskNeverRunsByTheirDeadlineAndUseTheLaneAgain() {
        Queue<Runnable> lost = new ConcurrentLinkedQueue<>();
        AtomicInteger losing = new AtomicInteger(1);
        Executor pool = cooks(1);
        Kitchen kitchen = kitchen(
                Endpoint.builder().executor(task -> {
                    if (losing.get() == 1) {
                        lost.add(task);
                    } else {
                        pool.execute(task);
                    }
                }),
                Endpoint.builder().maxLanes(1).deadline(Duration.ofSeconds(5)));
        assertThatThrownBy(() -> kitchen.cookQuickly("soup")).isInstanceOf(DeadlineExceededException.class);
        assertThatThrownBy(() ->
                        onAnotherThread(() -> kitchen.orderQuickly("fish")).join())
                .hasCauseInstanceOf(DeadlineExceededException.class);
        losing.set(0);
        // On the only lane, which is free again since its call was withdrawn.
        assertThat(kitchen.cook("soup")).isEqualTo("soup by cook-1");
        lost.forEach(Runnable::run);
        assertThat(kitchen.cook("soup")).isEqualTo("soup by cook-1");
        assertThat(kitchen.order("fish").join()).isEqualTo("fish by cook-1");
    }

    @Test
    void shouldLeaveNoTasksOfCancelledCallsInTheQueueOfAPool() {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) cooks(1);
        Kitchen kitchen = kitchen(pool);
        Thread caller = new Thread(() -> catchThrowable(kitchen::simmer));
        caller.start();
        awaitTrue(() -> cooks.simmering.get() == 1);
        for (int i = 0; i < 20; i++) {
            CompletableFuture<String> waiting = onAnotherThread(() -> kitchen.order("fish"));
            awaitTrue(() -> pool.getQueue().size() == 1);
            waiting.cancel(true);
            awaitTrue(() -> pool.getQueue().isEmpty());
        }
        assertThatThrownBy(() -> kitchen.cookQuickly("soup")).isInstanceOf(DeadlineExceededException.class);
        awaitTrue(() -> pool.getQueue().isEmpty());
        cooks.released.countDown();
        assertThat(kitchen.order("fish").join()).isEqualTo("fish by cook-1");
        assertThat(kitchen.cook("soup")).isEqualTo("soup by cook-1");
    }

    /** Calls of all kinds, twice as many as fit, in the queue of an executor whose only thread serves another call. */
    private void leaveBehind(TwoEndpoints endpoints, Supplier<Integer> queued) throws InterruptedException {
        Kitchen kitchen = endpoints.connect(Kitchen.class, cooks);
        new Thread(() -> catchThrowable(kitchen::simmer)).start();
        awaitTrue(() -> cooks.simmering.get() == 1);
        try (Endpoint leaving = Endpoint.open()) {
            Kitchen other = leaving.lookup(Kitchen.class);
            for (int i = 0; i < 20; i++) {
                new Thread(() -> other.order("fish")).start();
                new Thread(() -> catchThrowable(() -> other.cook("soup"))).start();
                Remotes.callAsync(other, stub -> stub.cook("stew"));
                new Thread(() -> other.shout(1)).start();
            }
            awaitTrue(() -> queued.get() >= 80);
        }
    }

    @Test
    void shouldLeaveNoTasksOfAConnectionThatHasEndedInTheQueueOfAPool() throws Exception {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) cooks(1);
        try (TwoEndpoints endpoints = new TwoEndpoints(Endpoint.builder().executor(pool), Endpoint.builder())) {
            leaveBehind(endpoints, () -> pool.getQueue().size());
            awaitTrue(() -> pool.getQueue().isEmpty());
            assertThat(cooks.interrupted).hasValue(0); // the pool's thread has not emptied it
            cooks.released.countDown();
        }
    }

    @Test
    void shouldKeepNothingOfAConnectionThatHasEndedWithTheTasksOfAnyExecutor() throws Exception {
        Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
        AtomicInteger taken = new AtomicInteger();
        Executor first = cooks(1);
        Executor executor = task -> {
            if (taken.incrementAndGet() == 1) {
                first.execute(task);
            } else {
                waiting.add(task);
            }
        };
        try (TwoEndpoints endpoints = new TwoEndpoints(Endpoint.builder().executor(executor), Endpoint.builder())) {
            leaveBehind(endpoints, waiting::size);
            awaitTrue(() -> waiting.stream().noneMatch(task -> refersTo(task, "Connection", new HashSet<>())));
            assertThat(cooks.interrupted).hasValue(0);
            cooks.released.countDown();
        }
        waiting.forEach(Runnable::run);
        assertThat(cooks.heard).isEmpty();
    }

    /** Through fields of Nearcall's classes and their lambdas, for the collector tells only when it likes to. */
    private static boolean refersTo(Object from, String simpleName, Set<Object> seen) {
        if (from == null || !from.getClass().getName().startsWith("io.nearcall.") || !seen.add(from)) {
            return false;
        }
        if (from.getClass().getSimpleName().equals(simpleName)) {
            return true;
        }
        for (Field field : from.getClass().getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) || field.getType().isPrimitive()) {
                continue;
            }
            try {
                field.setAccessible(true);
                if (refersTo(field.get(from), simpleName, seen)) {
                    return true;
                }
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
        return false;
    }

    @Test
    void shouldInterruptTheTaskOfACallThatIsGivenUpAndNotTheNext() throws Exception {
        Kitchen kitchen = kitchen(cooks(1));
        for (int i = 1; i <= 20; i++) {
            int round = i;
            Thread caller = new Thread(() -> catchThrowable(kitchen::simmer));
            caller.start();
            awaitTrue(() -> cooks.simmering.get() == round);
            caller.interrupt();
            caller.join();
            awaitTrue(() -> cooks.interrupted.get() == round);
            assertThat(kitchen.isInterrupted()).isFalse();
        }
    }

    @Test
    void shouldInterruptTheMethodOfACancelledFuture() throws Exception {
        Kitchen kitchen = kitchen(cooks(2));
        CompletableFuture<String> slow = kitchen.slowOrder(30_000);
        awaitTrue(() -> cooks.slowOrders.get() == 1);
        slow.cancel(true);
        awaitTrue(() -> cooks.interrupted.get() == 1);
    }

    @Test
    void shouldCancelTheStageThatTheMethodOfACancelledFutureHasReturned() {
        for (Executor executor : new Executor[] {cooks(1), null}) {
            Cooks own = new Cooks();
            try (TwoEndpoints endpoints = new TwoEndpoints(Endpoint.builder().executor(executor), Endpoint.builder())) {
                Kitchen kitchen = endpoints.connect(Kitchen.class, own);
                CompletableFuture<String> open = kitchen.order("open");
                assertThat(kitchen.cook("soup")).startsWith("soup"); // now the other has returned its stage
                open.cancel(true);
                awaitTrue(own.open::isCancelled);
            }
        }
    }
}
