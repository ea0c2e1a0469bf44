// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the monitor does when it is time. */
@Timeout(60)
class TimersTest {

    private static final long MS = 1_000_000;

    private final LinkedBlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final Monitor monitor = Monitor.start("test");

    @AfterEach
    void close() {
        monitor.close();
    }

    @Test
    void shouldRunTimersInTheOrderOfTheirTimes() throws Exception {
        List<String> seen = List.of();
        for (int i = 0; i < 10 && !seen.equals(List.of("first", "second", "third")); i++) { // a thread may be held up
            monitor.schedule(60 * MS, () -> events.add("third"));
            monitor.schedule(20 * MS, () -> events.add("first"));
            monitor.schedule(40 * MS, () -> events.add("second"));
            seen = List.of(events.take(), events.take(), events.take());
        }
        assertThat(seen).containsExactly("first", "second", "third");
    }

    @Test
    void shouldNotRunATimerBeforeItsTime() throws Exception {
        long startNs = System.nanoTime();
        monitor.schedule(30 * MS, () -> events.add("due"));
        events.take();
        assertThat(System.nanoTime() - startNs).isGreaterThanOrEqualTo(30 * MS);
    }

    @Test
    void shouldNotRunACancelledTimer() throws Exception {
        CompletableFuture<List<Boolean>> cancelled = new CompletableFuture<>();
        monitor.execute(
                () -> { // on its thread, where no timer runs meanwhile
                    Timer timer = monitor.schedule(20 * MS, () -> events.add("cancelled"));
                    monitor.schedule(60 * MS, () -> events.add("after"));
                    cancelled.complete(List.of(timer.cancel(), timer.cancel()));
                });
        assertThat(cancelled.get()).containsExactly(true, false);
        assertThat(events.take()).isEqualTo("after");
    }

    @Test
    void shouldAcceptATimerWithoutEnd() throws Exception {
        Timer never = monitor.schedule(Long.MAX_VALUE, () -> events.add("never"));
        monitor.schedule(10 * MS, () -> events.add("soon"));
        assertThat(events.take()).isEqualTo("soon");
        assertThat(never.cancel()).isTrue();
    }

    @Test
    void shouldKeepNoMoreThanTwiceTheLiveTimers() {
        TimerQueue queue = new TimerQueue();
        Timer kept = queue.add(1, () -> {});
        for (int i = 0; i < 100_000; i++) {
            queue.add(2 + i, () -> {}).cancel();
        }
        assertThat(queue.size()).isLessThan(200);
        assertThat(kept.cancel()).isTrue();
        assertThat(queue.nextDelayNs(0)).isEqualTo(Long.MAX_VALUE);
    }
}
