// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.CallInterruptedException;
import io.nearcall.Deadline;
import io.nearcall.DeadlineExceededException;
import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import io.nearcall.OneWay;
import io.nearcall.Outcome;
import io.nearcall.OverloadedException;
import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import io.nearcall.Remotes;
import io.nearcall.ServiceNotFoundException;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that are not waited for, and then one that is: it comes after them, and calls back to the thread that waits. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
public class OrderOfCallbacksTest {

    private static final long SLOW_NS = 30_000_000; // longer than the phase in which a waiting thread polls

    /** Of a task that is under way elsewhere. */
    @RemoteObject
    public interface Watcher {
        @OneWay
        void progress(int percent);

        int finished();
    }

    /** Another interface of the same object. */
    @RemoteObject
    public interface Closer {
        int conclude();
    }

    /** Runs tasks. */
    @RemoteService
    public interface Works {
        @OneWay
        void prepare(int millis);

        @OneWay
        void prepareUntilReleased();

        CompletableFuture<Integer> measure(int millis);

        int run(Watcher watcher);

        @Deadline("300ms")
        int runSoon(Watcher watcher);

        List<String> log();

        int runAndConclude(Watcher watcher);

        CompletableFuture<Integer> never();

        /** Tells the watcher of each percent when no thread is in a call any more. */
        void watchLater(Watcher watcher);
    }

    private static final class Shop implements Works {
        final List<String> log = Collections.synchronizedList(new ArrayList<>());
        final List<Watcher> watchers = new ArrayList<>();
        final CountDownLatch released = new CountDownLatch(1);

        @Override
        public void prepare(int millis) {
            LockSupport.parkNanos(millis * 1_000_000L);
            log.add("prepared");
        }

        @Override
        public void prepareUntilReleased() {
            try {
                released.await();
            } catch (InterruptedException e) {
                log.add("interrupted");
            }
        }

        @Override
        public CompletableFuture<Integer> measure(int millis) {
            prepare(millis);
            return CompletableFuture.completedFuture(millis);
        }

        @Override
        public int run(Watcher watcher) {
            log.add("run");
            watcher.progress(1);
            watcher.progress(2);
            return watcher.finished();
        }

        @Override
        public int runSoon(Watcher watcher) {
            return run(watcher);
        }

        @Override
        public List<String> log() {
            return List.copyOf(log);
        }

        @Override
        public int runAndConclude(Watcher watcher) {
            watcher.progress(1);
            watcher.progress(2);
            return Remotes.as(watcher, Closer.class).conclude();
        }

        @Override
        public CompletableFuture<Integer> never() {
            return new CompletableFuture<>();
        }

        @Override
        public void watchLater(Watcher watcher) {
            watchers.add(watcher);
        }
    }

    private final Shop shop = new Shop();
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    private TwoEndpoints endpoints;

    @AfterEach
    void close() {
        shop.released.countDown();
        endpoints.close();
        pool.shutdownNow();
    }

    private Works works(boolean pooled) {
        EndpointBuilder server = Endpoint.builder();
        endpoints = new TwoEndpoints(pooled ? server.executor(pool) : server, Endpoint.builder());
        return endpoints.connect(Works.class, shop);
    }

    /** Locks as a synchronized method does, and checks which thread holds the lock. */
    private static final class Owner implements Watcher, Closer {
        final ReentrantLock lock = new ReentrantLock();
        final List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        volatile boolean sameThread;
        private final Thread waiting = Thread.currentThread();

        @Override
        public void progress(int percent) {
            LockSupport.parkNanos(SLOW_NS);
            seen.add(percent);
        }

        @Override
        public int conclude() {
            return seen.size();
        }

        @Override
        public int finished() {
            sameThread = Thread.currentThread() == waiting;
            lock.lock();
            try {
                return seen.size();
            } finally {
                lock.unlock();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCallBackToTheThreadThatWaitsAlsoAfterOneWayCalls(boolean pooled) {
        Works works = works(pooled);
        Owner owner = new Owner();
        works.prepare(50);
        owner.lock.lock();
        try {
            assertThat(works.run(owner)).isEqualTo(2);
        } finally {
            owner.lock.unlock();
        }
        assertThat(owner.sameThread).isTrue();
        assertThat(works.log()).containsExactly("prepared", "run");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCallBackAfterTheOneWayCallsOfTheSameMethod(boolean pooled) {
        Works works = works(pooled);
        for (int i = 0; i < 10; i++) {
            Owner owner = new Owner();
            assertThat(works.run(owner)).isEqualTo(2);
            assertThat(owner.seen).containsExactly(1, 2);
        }
    }

    @Test
    void shouldKeepTheOrderAmongTheInterfacesOfOneObject() {
        Works works = works(false);
        assertThat(works.runAndConclude(new Owner())).isEqualTo(2);
        assertThat(works.runAndConclude(new Owner())).isEqualTo(2);
    }

    /** The limit counts calls, not the tasks that keep them in order. */
    @Test
    void shouldFollowOneWayCallsThoughNoMoreFuturesAreTaken() {
        EndpointBuilder server = Endpoint.builder().executor(pool).maxCalls(2);
        endpoints = new TwoEndpoints(server, Endpoint.builder().maxCalls(2));
        Works works = endpoints.connect(Works.class, shop);
        List<CompletableFuture<Integer>> taken = List.of(works.never(), works.never());
        assertThatThrownBy(() -> works.never().join()).hasCauseInstanceOf(OverloadedException.class);
        works.prepare(50);
        assertThat(works.log()).containsExactly("prepared");
        assertThat(taken).noneMatch(CompletableFuture::isDone);
    }

    /** Of one thread, to several objects by turns; the client's executor has threads enough to mix them up. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTellEachListenerInOrder(boolean pooled) {
        EndpointBuilder client = Endpoint.builder();
        endpoints = new TwoEndpoints(Endpoint.builder(), pooled ? client.executor(pool) : client);
        Works works = endpoints.connect(Works.class, shop);
        List<Quick> listeners = List.of(new Quick(), new Quick(), new Quick());
        listeners.forEach(works::watchLater);
        for (int percent = 1; percent <= 1_000; percent++) {
            for (Watcher watcher : shop.watchers) {
                watcher.progress(percent);
            }
        }
        List<Integer> all = IntStream.rangeClosed(1, 1_000).boxed().toList();
        for (int i = 0; i < listeners.size(); i++) {
            assertThat(shop.watchers.get(i).finished()).isEqualTo(1_000);
            assertThat(listeners.get(i).seen).isEqualTo(all);
        }
    }

    private static final class Quick implements Watcher {
        final List<Integer> seen = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void progress(int percent) {
            seen.add(percent);
        }

        @Override
        public int finished() {
            return seen.size();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFollowFuturesToo(boolean pooled) {
        Works works = works(pooled);
        CompletableFuture<Integer> measured = works.measure(50);
        assertThat(works.log()).containsExactly("prepared");
        assertThat(measured.join()).isEqualTo(50);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldEndTheCallWhenItsTimeIsOverBeforeItsTurn(boolean pooled) {
        Works works = works(pooled);
        works.prepareUntilReleased();
        assertThatThrownBy(() -> works.runSoon(new Owner()))
                .isInstanceOfSatisfying(
                        DeadlineExceededException.class,
                        e -> assertThat(e.outcome()).isEqualTo(Outcome.NOT_SENT))
                .hasMessageContaining("Works.runSoon")
                .hasMessageContaining("that this thread had made before were still running");
        shop.released.countDown();
        assertThat(works.run(new Owner())).isEqualTo(2);
        assertThat(works.log()).containsExactly("run");
    }

    @Test
    void shouldEndTheCallThatIsInterruptedBeforeItsTurn() {
        Works works = works(true);
        works.prepareUntilReleased();
        Thread caller = Thread.currentThread();
        pool.execute(() -> {
            LockSupport.parkNanos(SLOW_NS);
            caller.interrupt();
        });
        assertThatThrownBy(() -> works.run(new Owner()))
                .isInstanceOfSatisfying(
                        CallInterruptedException.class,
                        e -> assertThat(e.outcome()).isEqualTo(Outcome.NOT_SENT));
        assertThat(Thread.interrupted()).isTrue();
        shop.released.countDown();
        assertThat(works.log()).isEmpty();
    }

    /** Those before it have ended with the connection, so it is its turn: it looks for the service, as any call does then. */
    @Test
    void shouldLookForTheServiceWhenTheConnectionEndsBeforeItsTurn() {
        Works works = works(true);
        works.prepareUntilReleased();
        pool.execute(() -> {
            LockSupport.parkNanos(SLOW_NS);
            endpoints.server().close();
        });
        assertThatThrownBy(() -> works.run(new Owner()))
                .isInstanceOfSatisfying(
                        ServiceNotFoundException.class,
                        e -> assertThat(e.outcome()).isEqualTo(Outcome.NOT_SENT));
    }
}
