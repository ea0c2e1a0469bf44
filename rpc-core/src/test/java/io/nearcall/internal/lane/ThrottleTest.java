// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.internal.call.Deadlines;
import io.nearcall.ipc.channel.Channel;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ThrottleTest {

    private static final long LONG_NS = TimeUnit.SECONDS.toNanos(300);
    private static final Executor THREADS = task -> new Thread(task).start();

    private static OutgoingLane borrowedLane(Throttle turns) {
        Channel channel = LanePoolTest.only(Channel.class, (name, given) -> LanePoolTest.ofChannel(name));
        LaneConnection link = LanePoolTest.only(
                LaneConnection.class, (name, given) -> LanePoolTest.ofLink(name, given, new ArrayDeque<>()));
        OutgoingLane lane = new OutgoingLane(0, channel, link, turns, true);
        assertThat(lane.tryBorrow()).isTrue();
        return lane;
    }

    /** Acts as a caller that is sent to look for another lane and finds none. */
    private static OutgoingLane awaitPatiently(Throttle turns, OutgoingLane lane) {
        OutgoingLane found;
        do {
            found = turns.await(new OutgoingLane[] {lane}, Deadlines.after(LONG_NS));
        } while (found == null);
        return found;
    }

    private static boolean endsCall(Throttle turns, OutgoingLane lane) {
        return turns.areAwaited() && turns.pass(lane);
    }

    @Test
    void shouldPassALaneOnAtTheEndOfATurn() throws Exception {
        Throttle turns = new Throttle(0);
        OutgoingLane lane = borrowedLane(turns);
        CompletableFuture<OutgoingLane> next =
                CompletableFuture.supplyAsync(() -> awaitPatiently(turns, lane), THREADS);

        while (!endsCall(turns, lane)) {
            Thread.onSpinWait();
        }

        assertThat(next.get()).isSameAs(lane);
        assertThat(lane.tryBorrow()).isFalse();
        assertThat(turns.areAwaited()).isFalse();
    }

    private static void begin(OutgoingLane lane) {
        lane.begin(null, 0, 0, 0, null);
    }

    private static void beginNested(OutgoingLane lane) {
        begin(lane.nested(null, 0, null, Deadlines.NOT_RUNNING));
    }

    @Test
    void shouldPassALaneOnThoughEachCallHasAnotherWithinIt() throws Exception {
        Throttle turns = new Throttle(0);
        OutgoingLane lane = borrowedLane(turns);
        CompletableFuture<OutgoingLane> next =
                CompletableFuture.supplyAsync(() -> awaitPatiently(turns, lane), THREADS);
        begin(lane);

        long deadlineNs = Deadlines.after(LONG_NS / 10);
        boolean passed = false;
        while (!passed && Deadlines.remainingNs(deadlineNs) != 0) {
            begin(lane);
            beginNested(lane);
            passed = endsCall(turns, lane);
        }
        if (!passed) {
            lane.free();
        }

        assertThat(passed).isTrue();
        assertThat(next.get()).isSameAs(lane);
    }

    @Test
    void shouldNotTakeACallWithinACallForASignThatTheLaneMoves() {
        OutgoingLane lane = borrowedLane(new Throttle(0));
        begin(lane);
        lane.activity().note();
        beginNested(lane);
        assertThat(lane.activity().hasMoved()).isFalse();

        lane.activity().giveUp();
        beginNested(lane);
        assertThat(lane.activity().isCalling()).isFalse();

        begin(lane);
        assertThat(lane.activity().hasMoved()).isTrue();
        assertThat(lane.activity().isCalling()).isTrue();
    }

    @Test
    void shouldLetEverybodyHaveTheLaneInTheEnd() throws Exception {
        Throttle turns = new Throttle(0);
        OutgoingLane lane = borrowedLane(turns);
        StringBuffer served = new StringBuffer();
        CompletableFuture<?>[] callers = new CompletableFuture<?>[5];
        for (int i = 0; i < callers.length; i++) {
            callers[i] = CompletableFuture.runAsync(
                    () -> {
                        OutgoingLane mine = awaitPatiently(turns, lane);
                        served.append('x');
                        mine.free();
                    },
                    THREADS);
        }
        lane.free();
        CompletableFuture.allOf(callers).get();
        assertThat(served).hasSize(callers.length);
        assertThat(lane.tryBorrow()).isTrue();
    }

    @Test
    void shouldNotPassALaneOnBefore() throws Exception {
        Throttle turns = new Throttle(LONG_NS);
        OutgoingLane lane = borrowedLane(turns);
        CompletableFuture<OutgoingLane> next =
                CompletableFuture.supplyAsync(() -> awaitPatiently(turns, lane), THREADS);

        while (!turns.areAwaited()) {
            Thread.onSpinWait();
        }
        for (int i = 0; i < 10_000; i++) {
            assertThat(endsCall(turns, lane)).isFalse();
        }
        assertThat(next).isNotDone();

        lane.free();
        assertThat(next.get()).isSameAs(lane);
    }

    @Test
    void shouldSendWhoWaitsToAnotherLaneIfThisOneDoesNotMove() {
        Throttle turns = new Throttle(LONG_NS);
        OutgoingLane lane = borrowedLane(turns);
        assertThat(lane.activity().isCalling()).isTrue();

        long beganNs = System.nanoTime();
        assertThat(turns.await(new OutgoingLane[] {lane}, Deadlines.after(LONG_NS)))
                .isNull();

        assertThat(System.nanoTime() - beganNs).isLessThan(LONG_NS / 10);
        assertThat(lane.activity().isCalling()).isFalse();
        assertThat(turns.areAwaited()).isFalse();
    }

    @Test
    void shouldEndTheWaitWhenItsTimeIsOver() {
        Throttle turns = new Throttle(LONG_NS);
        OutgoingLane lane = borrowedLane(turns);
        assertThat(turns.await(new OutgoingLane[] {lane}, Deadlines.after(0))).isNull();
        assertThat(turns.areAwaited()).isFalse();
    }

    @Test
    void shouldEndTheWaitOfAnInterruptedThreadAndKeepItsStatus() {
        Throttle turns = new Throttle(LONG_NS);
        OutgoingLane lane = borrowedLane(turns);
        Thread.currentThread().interrupt();
        assertThat(turns.await(new OutgoingLane[] {lane}, Deadlines.after(LONG_NS)))
                .isNull();
        assertThat(Thread.interrupted()).isTrue();
    }
}
