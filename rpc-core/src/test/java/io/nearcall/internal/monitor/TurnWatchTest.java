// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ipc.host.Host;
import io.nearcall.test.LoggedLines;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(60)
class TurnWatchTest {

    private static final String HELD_UP = "nearcall-monitor-test held up all connections";

    private static final String STILL = "nearcall-monitor-test has been at one turn for";

    @RegisterExtension
    private final LoggedLines log = new LoggedLines();

    private final Monitor monitor = Monitor.start("test");

    @AfterEach
    void close() {
        monitor.close();
    }

    @Test
    void shouldTellOfATurnThatUsedMuchTimeOfTheProcessorExceptTheFirstOnes() throws InterruptedException {
        Runnable working = () -> work(TurnWatch.LONGEST_WORK_NS + 1);
        warmUp();
        assertThat(log.text()).as("classes are loaded in them").isEmpty();
        afterTurnsOf(working);
        assertThat(log.text()).contains(HELD_UP, "to a task of TurnWatchTest", "Long turns of it so far: 4.");
    }

    @Test
    void shouldTellOfATurnThatWasBlockedForLong() throws InterruptedException {
        afterTurnsOf(() -> sleep(TurnWatch.LONGEST_NS / 1_000_000 + 1));
        assertThat(log.text()).contains(HELD_UP, "to a task of TurnWatchTest");
    }

    @Test
    void shouldSayNothingOfATurnThatWaitedForItsProcessorOrWorkedLittle() throws InterruptedException {
        warmUp();
        afterTurnsOf(() -> sleep(40), () -> work(TurnWatch.LONGEST_WORK_NS / 4));
        assertThat(log.text()).doesNotContain(HELD_UP);
        assertThat(monitor.longTurns()).isEqualTo(TurnWatch.WARM_UPS);
    }

    @Test
    void shouldTellOfATurnThatWasBlockedForATenthOfASecond() throws InterruptedException {
        warmUp();
        afterTurnsOf(() -> sleep(500));
        assertThat(log.text()).contains(HELD_UP, "ms blocked", "to a task of TurnWatchTest");
        assertThat(monitor.longTurns()).isEqualTo(TurnWatch.WARM_UPS + 1);
    }

    @Test
    void shouldTellWhoeverNeedsTheMonitorOfATurnThatDoesNotEnd() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        monitor.execute(() -> {
            begun.countDown();
            await(end);
        });
        begun.await();
        monitor.execute(() -> {});
        assertThat(log.text()).isEmpty();
        sleep(TurnWatch.LONGEST_NS / 1_000_000 + 1);
        monitor.execute(() -> {});
        assertThat(log.text()).contains(STILL, "in a task of TurnWatchTest", "where it is");
        int lines = log.text().split("\n").length;
        monitor.schedule(0, () -> {});
        assertThat(log.text().split("\n")).hasSize(lines);
        end.countDown();
    }

    @Test
    void shouldTellOnceOfALongTurnThatGivesTheMonitorSomethingToDo() throws InterruptedException {
        monitor.execute(() -> {
            sleep(TurnWatch.LONGEST_NS / 1_000_000 + 1);
            monitor.schedule(0, () -> {});
        });
        while (!log.text().contains(HELD_UP)) { // any other use of the monitor would be reported, too
            sleep(1);
        }
        assertThat(log.text()).doesNotContain(STILL);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void warmUp() throws InterruptedException {
        for (int i = 0; i < TurnWatch.WARM_UPS; i++) {
            afterTurnsOf(() -> work(TurnWatch.LONGEST_WORK_NS + 1));
        }
    }

    @Test
    void shouldCountAllLongTurns() throws InterruptedException {
        Runnable working = () -> work(TurnWatch.LONGEST_WORK_NS + 1);
        afterTurnsOf(working, working, working, () -> sleep(1_100), working);
        assertThat(log.text()).endsWith("Long turns of it so far: 5.");
    }

    /** Each in a turn of its own. */
    private void afterTurnsOf(Runnable... tasks) throws InterruptedException {
        for (Runnable task : tasks) {
            CountDownLatch done = new CountDownLatch(1);
            monitor.execute(task);
            monitor.execute(done::countDown);
            done.await();
            CountDownLatch ended = new CountDownLatch(1);
            monitor.execute(ended::countDown); // which the thread comes to in its next turn
            ended.await();
        }
    }

    private static void work(long cpuNs) {
        long beganNs = Host.current().threadCpuNs();
        while (Host.current().threadCpuNs() - beganNs < cpuNs) {
            Thread.onSpinWait();
        }
    }

    private static void sleep(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
