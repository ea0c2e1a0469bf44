// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Calls whose methods run on an executor of the application. */
@Tag(TwoEndpoints.SEPARABLE)
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class ExecutorTest extends ServedByExecutor {

    @Test
    void shouldRunEveryKindOfMethodOnTheExecutor() {
        Kitchen kitchen = kitchen(1);
        assertThat(kitchen.cook("soup")).isEqualTo("soup by cook-1");
        assertThat(kitchen.order("fish").join()).isEqualTo("fish by cook-1");
        kitchen.shout(1);
        assertThat(kitchen.heard()).containsExactly(1);
        assertThatThrownBy(kitchen::burn)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("burnt");
    }

    @Tag(TwoEndpoints.ONE_JVM)
    @Test
    void shouldTellTheMethodWhoCallsAndLeaveTheThreadAsItWas() throws Exception {
        ExecutorService pool = cooks(1);
        Kitchen kitchen = kitchen(pool);
        pool.submit(() -> Thread.currentThread().setContextClassLoader(null)).get();
        assertThat(kitchen.callerPid()).isEqualTo((int) ProcessHandle.current().pid());
        pool.submit(() -> {
                    assertThat(Thread.currentThread().getContextClassLoader()).isNull();
                    assertThatThrownBy(Caller::current).isInstanceOf(IllegalStateException.class);
                })
                .get();
    }

    @Test
    void shouldCarryLongArgumentsAndResults() {
        byte[] load = new byte[1_000_000];
        load[999_999] = 7;
        assertThat(kitchen(2).weigh(load)).isEqualTo(load);
    }

    @Tag(TwoEndpoints.ONE_JVM)
    @Test
    void shouldRunOnAnExecutorThatIsTheLanesOwnThread() {
        Kitchen kitchen = kitchen(Runnable::run);
        for (int i = 0; i < 100; i++) {
            assertThat(kitchen.cook("soup")).startsWith("soup by ");
            assertThat(kitchen.order("fish").join()).startsWith("fish by ");
            kitchen.shout(i);
        }
        assertThat(kitchen.heard()).hasSize(100);
    }

    @Tag(TwoEndpoints.ONE_JVM)
    @Test
    void shouldNotNestTheCallsOfAThreadOnAnExecutorWhoseCallersRunWhatItRejects() throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                1,
                1,
                1,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                task -> new Thread(null, task, "cook", 150_000),
                new ThreadPoolExecutor.CallerRunsPolicy());
        pools.add(pool);
        Kitchen kitchen = kitchen(pool);
        pool.submit(() -> {}).get(); // so that the thread of the pool takes the first task, not the lane's
        cooks.shoutNs = 10_000;
        for (int i = 0; i < 100_000; i++) {
            kitchen.shout(i);
        }
        assertThat(kitchen.order("fish").get(20, TimeUnit.SECONDS)).startsWith("fish by ");
        assertThat(cooks.heard).hasSize(100_000).isSorted();
    }

    @Tag(TwoEndpoints.ONE_JVM)
    @Test
    void shouldLetAMethodOfAnExecutorOfOneThreadCallAnotherSuchService() {
        Kitchen inner = kitchen(cooks(1));
        Cooks waiters = new Cooks();
        waiters.other = inner;
        try (TwoEndpoints outer = new TwoEndpoints(Endpoint.builder().executor(cooks(1)), Endpoint.builder())) {
            outer.server().export(Kitchen.class, waiters, "outer");
            Kitchen remote = outer.client().lookup(Kitchen.class, "outer");
            for (int i = 0; i < 100; i++) {
                assertThat(remote.cook("soup")).isEqualTo("soup by cook-1 and soup by cook-1");
            }
        }
    }

    @Tag(TwoEndpoints.ONE_JVM)
    @Test
    void shouldRunSlowCallsSideBySide() throws Exception {
        Kitchen kitchen = kitchen(cooks(8));
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            callers.add(new Thread(kitchen::simmer));
        }
        callers.forEach(Thread::start);
        awaitTrue(() -> cooks.simmering.get() == 7);
        assertThat(kitchen.cook("soup")).startsWith("soup by cook-");
        cooks.released.countDown();
        for (Thread caller : callers) {
            caller.join();
        }
    }

    @Test
    void shouldNotHoldUpOthersByTheSlowFuturesOfOneThread() {
        Kitchen kitchen = kitchen(4);
        CompletableFuture<String> slow = kitchen.slowOrder(2_000);
        CompletableFuture<String> quick = onAnotherThread(() -> kitchen.order("fish"));
        assertThat(quick.join()).startsWith("fish by ");
        assertThat(slow).isNotDone();
    }

    @Test
    void shouldRunTheCallsOfOneThreadInTheirOrder() {
        Kitchen kitchen = kitchen(8);
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            kitchen.shout(i);
            expected.add(i);
            if (i % 500 == 250) {
                assertThat(kitchen.heard()).isEqualTo(expected);
            }
        }
        assertThat(kitchen.heard()).isEqualTo(expected);
    }

    @Test
    void shouldLetASynchronousCallFollowOwnOneWayCallsWhileAnotherThreadsRunsLong() throws Exception {
        Kitchen kitchen = kitchen(4);
        CompletableFuture<String> slow = onAnotherThread(() -> kitchen.slowOrder(5_000));
        kitchen.shout(1);
        assertThat(kitchen.heard()).containsExactly(1);
        assertThat(slow).isNotDone();
        slow.cancel(true);
    }

    @Tag(TwoEndpoints.ONE_JVM)
    @Test
    void shouldCloseWhileTasksRunAndOthersWait() throws Exception {
        ExecutorService oneCook = cooks(1);
        TwoEndpoints endpoints = new TwoEndpoints(Endpoint.builder().executor(oneCook), Endpoint.builder());
        opened.add(endpoints);
        Kitchen kitchen = endpoints.connect(Kitchen.class, cooks);
        Throwable[] thrown = new Throwable[1];
        Thread running = new Thread(() -> catchThrowable(kitchen::simmer));
        running.start();
        awaitTrue(() -> cooks.simmering.get() == 1);
        Thread waiting = new Thread(() -> thrown[0] = catchThrowable(() -> kitchen.cook("soup")));
        waiting.start();
        CompletableFuture<String> future = kitchen.order("fish");
        endpoints.server().close();
        running.join();
        waiting.join();
        assertThat(thrown[0])
                .isInstanceOfSatisfying(
                        NearcallException.class, e -> assertThat(e.outcome()).isNotEqualTo(Outcome.MAY_HAVE_RUN));
        assertThat(catchThrowable(future::join)).hasCauseInstanceOf(NearcallException.class);
        awaitTrue(() -> cooks.interrupted.get() == 1);
        assertThat(oneCook.isShutdown()).isFalse();
    }

    @Tag(TwoEndpoints.ONE_JVM)
    @Test
    void shouldBeginNoCallOfAnotherClientWhenItInterruptsAMethod() throws Exception {
        TwoEndpoints endpoints = new TwoEndpoints(Endpoint.builder().executor(cooks(1)), Endpoint.builder());
        opened.add(endpoints);
        endpoints.server().export(Kitchen.class, cooks, "shared");
        Kitchen kitchen = endpoints.client().lookup(Kitchen.class, "shared");
        try (Endpoint second = Endpoint.open()) {
            Kitchen ofSecond = second.lookup(Kitchen.class, "shared");
            Throwable[] thrown = new Throwable[1];
            Thread running = new Thread(() -> catchThrowable(kitchen::simmer));
            running.start();
            awaitTrue(() -> cooks.simmering.get() == 1);
            Thread waiting = new Thread(() -> thrown[0] = catchThrowable(() -> ofSecond.cook("soup")));
            waiting.start();
            endpoints.server().close(); // which takes longer than the call to come
            running.join();
            waiting.join();
            assertThat(thrown[0])
                    .isInstanceOfSatisfying(
                            NearcallException.class,
                            e -> assertThat(e.outcome()).isNotEqualTo(Outcome.MAY_HAVE_RUN));
        }
    }

    @Tag(TwoEndpoints.ONE_JVM)
    @Test
    void shouldNeedNoThreadOfTheEndpointWhileMethodsRun() throws Exception {
        Kitchen kitchen = kitchen(cooks(20));
        for (int i = 0; i < 20; i++) {
            new Thread(() -> catchThrowable(kitchen::simmer)).start();
        }
        awaitTrue(() -> cooks.simmering.get() == 20);
        while (Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().startsWith("nearcall-lane-server"))) { // they are kept for a while
            Thread.sleep(50);
        }
        assertThat(cooks.simmering).hasValue(20);
        cooks.released.countDown();
    }
}
