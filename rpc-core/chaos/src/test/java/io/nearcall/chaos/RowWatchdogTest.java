// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class RowWatchdogTest {

    private static final Campaign CAMPAIGN = new Campaign(7, 0, Path.of(""));

    private interface Body {
        void run() throws Exception;
    }

    private static Row row(Body body) {
        return new Row() {
            @Override
            public String name() {
                return "orders";
            }

            @Override
            public String description() {
                return "";
            }

            @Override
            public void run(Campaign campaign, Tally tally) throws Exception {
                body.run();
            }
        };
    }

    @Test
    void shouldEndARowThatHangsAndKillItsProcesses() throws Exception {
        Tally tally = new Tally("orders");
        CountDownLatch interrupted = new CountDownLatch(1);
        Process[] sleeper = new Process[1];
        Row hanging = row(() -> {
            sleeper[0] = new ProcessBuilder("sleep", "600").start();
            try {
                sleeper[0].waitFor();
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        });
        RowWatchdog.run(hanging, CAMPAIGN, tally, Duration.ofMillis(500));
        assertThat(tally.faults()).singleElement().asString().contains("hung: the row has not ended after");
        interrupted.await(); // or the test's own timeout ends this
        assertThat(sleeper[0].waitFor()).isNotZero();
    }

    @Test
    void shouldPassOnWhatARowThrows() {
        Tally tally = new Tally("orders");
        Row failing = row(() -> {
            throw new IOException("no tea");
        });
        assertThatThrownBy(() -> RowWatchdog.run(failing, CAMPAIGN, tally, Duration.ofMinutes(1)))
                .isInstanceOf(IOException.class)
                .hasMessage("no tea");
        assertThat(tally.faults()).isEmpty();
    }
}
