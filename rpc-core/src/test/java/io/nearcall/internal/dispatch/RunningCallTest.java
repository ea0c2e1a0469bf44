// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** The orders of begin, end and cancel that need no race to come about. */
public class RunningCallTest {

    private final RunningCall running = new RunningCall(() -> true, CancelledCalls.ofSharedLane(true), Runnable::run);

    @Test
    void shouldRunUntilItsMethodHasReturnedThoughItWasInterrupted() {
        running.begin(1);
        running.cancel(1);
        assertThat(running.isRunning()).isTrue();
        running.end(1);
        assertThat(running.isRunning()).isFalse();
        assertThat(Thread.interrupted()).isFalse();
    }

    /** Whoever gives up a call gives up those within it, the innermost first. */
    @Test
    void shouldKnowThatACallAndTheOneWithinItAreCancelled() {
        running.begin(1);
        running.pause(1);
        running.cancel(2);
        running.cancel(1);
        running.begin(2);
        assertThat(running.isCancelled(2)).isTrue();
        running.endWithin(2);
        running.resume(1);
        assertThat(running.isCancelled(1)).isTrue();
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        running.end(1);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void shouldNotTakeAnotherCallForOneThatIsCancelled() {
        running.cancel(5);
        running.cancel(3);
        assertThat(running.isCancelled(4)).isFalse();
        assertThat(running.isCancelled(3)).isTrue();
        assertThat(running.isCancelled(5)).isTrue();
        assertThat(running.isCancelled(6)).isFalse();
    }

    @Test
    void shouldLeaveTheInterruptOfACallToAnotherThreadOnce() {
        Queue<Runnable> left = new ArrayDeque<>();
        RunningCall running = new RunningCall(() -> true, CancelledCalls.ofSharedLane(true), left::add);
        running.begin(1);
        running.cancel(2);
        running.cancel(1);
        running.cancel(1);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(left).hasSize(1);
        left.remove().run();
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        running.end(1);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void shouldNotInterruptTheNextCallWhenTheThreadThatInterruptsIsLate() {
        Queue<Runnable> left = new ArrayDeque<>();
        RunningCall running = new RunningCall(() -> true, CancelledCalls.ofSharedLane(true), left::add);
        running.begin(1);
        running.cancel(1);
        running.end(1);
        running.begin(2);
        left.remove().run();
        assertThat(Thread.interrupted()).isFalse();
        running.end(2);
    }

    /** The connection has ended while another call ran within it. */
    @Test
    void shouldInterruptACallThatGoesOnThoughAllHaveBeenInterruptedMeanwhile() {
        running.begin(1);
        running.pause(1);
        running.interrupt();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        running.resume(1);
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        running.end(1);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void shouldKeepNoMoreIdsThanARingHoldsCallsWhenAPeerMakesThemUp() {
        CancelledCalls cancelled = CancelledCalls.ofSharedLane(true);
        int most = 4_096;
        for (int id = 1; id <= most + 1; id++) {
            cancelled.add(id);
        }
        assertThat(cancelled.contains(1)).isFalse();
        assertThat(cancelled.contains(2)).isTrue();
        assertThat(cancelled.contains(most + 1)).isTrue();
    }
}
