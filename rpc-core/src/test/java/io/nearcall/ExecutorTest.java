// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** An endpoint whose methods run on an executor of the application. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class ExecutorTest {

    /** A kitchen whose cooks are the threads of an executor. */
    public interface Kitchen {
        String cook(String dish);

        CompletableFuture<String> order(String dish);

        @OneWay
        void shout(int number);

        List<Integer> heard();

        @Deadline("300ms")
        String cookQuickly(String dish);

        void simmer();

        @Deadline("300ms")
        CompletableFuture<String> orderQuickly(String dish);

        int callerPid();

        boolean isInterrupted();

        byte[] weigh(byte[] load);

        CompletableFuture<String> slowOrder(long sleepMs);

        void burn();
    }

    /** Says which thread cooks. */
    private static final class Cooks implements Kitchen {
        final List<Integer> heard = Collections.synchronizedList(new ArrayList<>());
        final AtomicInteger simmering = new AtomicInteger();
        final AtomicInteger interrupted = new AtomicInteger();
        final CountDownLatch released = new CountDownLatch(1);
        final CompletableFuture<String> open = new CompletableFuture<>();
        volatile long shoutNs;
        Kitchen other;

        @Override
        public String cook(String dish) {
            return dish + " by " + Thread.currentThread().getName() + (other == null ? "" : " and " + other.cook(dish));
        }

        @Override
        public CompletableFuture<String> order(String dish) {
            return dish.equals("open") ? open : CompletableFuture.completedFuture(cook(dish));
        }

        @Override
        public void shout(int number) {
            long endNs = System.nanoTime() + shoutNs;
            while (System.nanoTime() < endNs) {
                Thread.onSpinWait();
            }
            heard.add(number);
        }

        @Override
        public List<Integer> heard() {
            return new ArrayList<>(heard);
        }

        @Override
        public String cookQuickly(String dish) {
            return cook(dish);
        }

        @Override
        public void simmer() {
            simmering.incrementAndGet();
            try {
                released.await();
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
            }
        }

        @Override
        public CompletableFuture<String> orderQuickly(String dish) {
            return order(dish);
        }

        @Override
        public int callerPid() {
            return Caller.current().pid();
        }

        @Override
        public boolean isInterrupted() {
            return Thread.currentThread().isInterrupted();
        }

        @Override
        public byte[] weigh(byte[] load) {
            return load;
        }

        @Override
        public CompletableFuture<String> slowOrder(long sleepMs) {
            try {
                Thread.sleep(sleepMs);
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
            }
            return CompletableFuture.completedFuture("slow");
        }

        @Override
        public void burn() {
            throw new IllegalStateException("burnt");
        }
    }

    private final Cooks cooks = new Cooks();
    private final List<ExecutorService> pools = new ArrayList<>();
    private final List<TwoEndpoints> opened = new ArrayList<>();

    @AfterEach
    void close() {
        cooks.released.countDown();
        opened.forEach(TwoEndpoints::close);
        pools.forEach(ExecutorService::shutdownNow);
    }

    private ExecutorService cooks(int count) {
        AtomicInteger number = new AtomicInteger();
        ExecutorService pool =
                Executors.newFixedThreadPool(count, task -> new Thread(task, "cook-" + number.incrementAndGet()));
        pools.add(pool);
        return pool;
    }

    private Kitchen kitchen(Executor executor) {
        return kitchen(Endpoint.builder().executor(executor), Endpoint.builder());
    }

    private Kitchen kitchen(EndpointBuilder server, EndpointBuilder client) {
        TwoEndpoints endpoints = new TwoEndpoints(server, client);
        opened.add(endpoints);
        return endpoints.connect(Kitchen.class, cooks);
    }

    /** Calls on a thread of its own, whose calls keep no order with those of others. */
    private static <T> T onAnotherThread(Supplier<T> call) {
        List<T> result = Collections.synchronizedList(new ArrayList<>());
        Thread thread = new Thread(() -> result.add(call.get()));
        thread.start();
        while (thread.isAlive()) {
            Thread.onSpinWait();
        }
        return result.get(0);
    }

    private static void awaitTrue(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldRunEveryKindOfMethodOnTheExecutor() {
        Kitchen kitchen = kitchen(cooks(1));
        assertThat(kitchen.cook("soup")).isEqualTo("soup by cook-1");
        assertThat(kitchen.order("fish").join()).isEqualTo("fish by cook-1");
        kitchen.shout(1);
        assertThat(kitchen.heard()).containsExactly(1);
        assertThatThrownBy(kitchen::burn)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("burnt");
    }

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
        assertThat(kitchen(cooks(2)).weigh(load)).isEqualTo(load);
    }

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
        pool.submit(() -> {}).get(); // so that the pool's thread, and not the lane's, takes the first turn
        cooks.shoutNs = 10_000;
        for (int i = 0; i < 100_000; i++) {
            kitchen.shout(i);
        }
        assertThat(kitchen.order("fish").get(20, TimeUnit.SECONDS)).startsWith("fish by ");
        assertThat(cooks.heard).hasSize(100_000).isSorted();
    }

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
        Kitchen kitchen = kitchen(cooks(4));
        CompletableFuture<String> slow = kitchen.slowOrder(2_000);
        CompletableFuture<String> quick = onAnotherThread(() -> kitchen.order("fish"));
        assertThat(quick.join()).startsWith("fish by ");
        assertThat(slow).isNotDone();
    }

    @Test
    void shouldRunTheCallsOfOneThreadInTheirOrder() {
        Kitchen kitchen = kitchen(cooks(8));
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
        Kitchen kitchen = kitchen(cooks(4));
        CompletableFuture<String> slow = onAnotherThread(() -> kitchen.slowOrder(5_000));
        kitchen.shout(1);
        assertThat(kitchen.heard()).containsExactly(1);
        assertThat(slow).isNotDone();
        slow.cancel(true);
    }

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
        Thread.sleep(50);
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

    @Test
    void shouldNeedNoThreadOfTheEndpointWhileMethodsRun() throws Exception {
        Kitchen kitchen = kitchen(cooks(20));
        for (int i = 0; i < 20; i++) {
            new Thread(() -> catchThrowable(kitchen::simmer)).start();
        }
        awaitTrue(() -> cooks.simmering.get() == 20);
        Thread.sleep(6_500); // a lane's thread is kept for five seconds
        assertThat(Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().startsWith("nearcall-lane-server")))
                .isEmpty();
        cooks.released.countDown();
    }
}
