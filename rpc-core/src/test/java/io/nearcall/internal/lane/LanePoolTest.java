// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.CallInterruptedException;
import io.nearcall.OverloadedException;
import io.nearcall.internal.call.Deadlines;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.test.Uncounted;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LanePoolTest {

    private static final int ROUNDS = 3_000;
    private static final int THREADS = 4;
    private static final int MAX_LANES = 2;
    private static final ByteBuffer MEMORY = ByteBuffer.allocateDirect(64).order(ByteOrder.LITTLE_ENDIAN);

    static <T> T only(Class<T> type, BiFunction<String, Object[], Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> answers.apply(method.getName(), arguments)));
    }

    static Object ofChannel(String method) {
        return switch (method) {
            case "sendMemory", "receiveMemory" -> MEMORY;
            case "maxPayloadLength" -> 32;
            case "claim" -> 0;
            default -> throw new AssertionError(method);
        };
    }

    static Object ofLink(String method, Object[] arguments, Queue<Integer> made) {
        return switch (method) {
            case "isClosed" -> false;
            case "statistics" -> Uncounted.connection();
            case "recording", "recordingAt", "beginRecorded", "recordFailure", "refused" -> null;
            case "maxMessageBytes" -> 1L << 16;
            case "references" -> ReferenceCounts.NONE;
            case "serviceName" -> "lanes";
            case "peerPid" -> 1;
            case "openLanes" -> {
                int count = (int) arguments[0];
                made.add(count);
                Channel[] channels = new Channel[count];
                for (int i = 0; i < count; i++) {
                    channels[i] = only(Channel.class, (name, given) -> ofChannel(name));
                }
                yield new LaneConnection.NewLanes(0, channels);
            }
            default -> throw new AssertionError(method);
        };
    }

    @Test
    void shouldMakeNoMoreLanesThanThereMayBeHoweverManyWantOne() throws Exception {
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        Queue<Integer> made = new ConcurrentLinkedQueue<>();
        CyclicBarrier start = new CyclicBarrier(THREADS);
        LanePool[] pools = new LanePool[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            pools[i] = new LanePool(only(LaneConnection.class, (name, given) -> ofLink(name, given, made)), MAX_LANES);
        }
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> {
                try {
                    for (LanePool pool : pools) {
                        start.await();
                        try {
                            pool.borrow(1_000, Deadlines.NOT_RUNNING);
                        } catch (OverloadedException e) {
                            // the others have them all
                        }
                    }
                } catch (Throwable e) {
                    failures.add(e);
                    start.reset();
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
        assertThat(made).hasSize(ROUNDS).containsOnly(MAX_LANES);
    }

    @Test
    void shouldTakeTheOtherLaneBeforeItMakesMore() {
        Queue<Integer> made = new ConcurrentLinkedQueue<>();
        LanePool pool = new LanePool(only(LaneConnection.class, (name, given) -> ofLink(name, given, made)), 8);
        OutgoingLane first = pool.borrow(TimeUnit.SECONDS.toNanos(30), Deadlines.NOT_RUNNING);
        // The first lane makes no progress: a caller that has waited for it in vain takes another.
        assertThat(pool.borrow(TimeUnit.SECONDS.toNanos(30), Deadlines.NOT_RUNNING))
                .isNotSameAs(first);
        assertThat(made).containsExactly(2);
    }

    @Test
    void shouldTakeALaneThatHasBecomeFreeBeforeItMakesMore() {
        Queue<Integer> made = new ConcurrentLinkedQueue<>();
        AtomicReference<OutgoingLane> ending = new AtomicReference<>();
        LanePool pool = new LanePool(
                only(LaneConnection.class, (name, given) -> {
                    if (name.equals("isClosed") && ending.get() != null) { // asked when all lanes have been seen in use
                        ending.getAndSet(null).free();
                    }
                    return ofLink(name, given, made);
                }),
                8);
        OutgoingLane first = pool.borrow(TimeUnit.SECONDS.toNanos(30), Deadlines.NOT_RUNNING);
        pool.borrow(TimeUnit.SECONDS.toNanos(30), Deadlines.NOT_RUNNING);
        ending.set(first);
        assertThat(pool.borrow(TimeUnit.SECONDS.toNanos(30), Deadlines.NOT_RUNNING))
                .isSameAs(first);
        assertThat(made).containsExactly(2);
    }

    @Test
    void shouldNotMakeLanesForAnInterruptedCaller() {
        Queue<Integer> made = new ConcurrentLinkedQueue<>();
        LanePool pool = new LanePool(only(LaneConnection.class, (name, given) -> ofLink(name, given, made)), 8);
        pool.borrow(TimeUnit.SECONDS.toNanos(30), Deadlines.NOT_RUNNING);
        pool.borrow(TimeUnit.SECONDS.toNanos(30), Deadlines.NOT_RUNNING);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> pool.borrow(TimeUnit.SECONDS.toNanos(30), Deadlines.NOT_RUNNING))
                .isInstanceOf(CallInterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(made).containsExactly(2);
    }

    @Test
    void shouldTellThePeerAgainThatTheCallerHasGoneUntilItCouldBeTold() {
        AtomicInteger told = new AtomicInteger();
        LaneConnection link = only(LaneConnection.class, (name, given) -> switch (name) {
            case "cancel" -> told.incrementAndGet() == 3;
            case "drainLater" -> null;
            default -> ofLink(name, given, new ConcurrentLinkedQueue<>());
        });
        Channel silent = only(Channel.class, (name, given) -> switch (name) {
            case "commit" -> null;
            case "poll" -> false;
            case "spinBriefly" -> throw new IllegalStateException("the caller has enough");
            default -> ofChannel(name);
        });
        OutgoingLane lane = new OutgoingLane(0, silent, link, Throttle.NONE, false);
        assertThat(lane.tryBorrow()).isTrue();
        lane.begin(Uncounted.callee(), 1, 0, 0, null);
        assertThat(lane.fail(catchThrowable(lane::invoke))).hasMessage("the caller has enough");
        int before = told.get();
        assertThat(lane.drain()).isTrue();
        assertThat(told.get()).isEqualTo(before + 1);
        lane.drain();
        lane.drain();
        assertThat(told.get()).isEqualTo(3);
    }

    @Test
    void shouldCountTheWaitForATurnWhenItSaysHowLongNoLaneBecameFree() throws Exception {
        LanePool pool = new LanePool(
                only(LaneConnection.class, (name, given) -> ofLink(name, given, new ConcurrentLinkedQueue<>())),
                MAX_LANES);
        OutgoingLane first = pool.borrow(TimeUnit.SECONDS.toNanos(30), Deadlines.NOT_RUNNING);
        pool.borrow(TimeUnit.SECONDS.toNanos(30), Deadlines.NOT_RUNNING);
        AtomicBoolean stop = new AtomicBoolean();
        Thread caller = new Thread(() -> {
            while (!stop.get()) {
                first.begin(null, 0, 0, 0, null);
            }
        });
        caller.start();
        try {
            assertThatThrownBy(() -> pool.borrow(TimeUnit.MILLISECONDS.toNanos(45), Deadlines.NOT_RUNNING))
                    .isInstanceOf(OverloadedException.class)
                    .hasMessageFindingMatch("within (([4-9]|\\d\\d)\\d(\\.\\d+)?m|[\\d.]+)s");
        } finally {
            stop.set(true);
            caller.join();
        }
    }
}
