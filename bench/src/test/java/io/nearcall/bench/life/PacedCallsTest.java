// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PacedCallsTest {

    private static final long PERIOD_NS = 10_000_000;

    @Test
    void shouldKeepTheScheduleWhileCallsAreShort() {
        assertThat(PacedCalls.nextNs(1_000, 100, 1_000)).isEqualTo(1_100);
        assertThat(PacedCalls.nextNs(1_000, 100, 1_099)).isEqualTo(1_100);
    }

    @Test
    void shouldLeaveOutTheMomentsThatPassedDuringACall() {
        assertThat(PacedCalls.nextNs(1_000, 100, 1_100)).isEqualTo(1_200);
        assertThat(PacedCalls.nextNs(1_000, 100, 1_250)).isEqualTo(1_300);
    }

    @Test
    void shouldKeepTheScheduleOfAClockThatIsBehindIt() {
        assertThat(PacedCalls.nextNs(1_000, 100, 990)).isEqualTo(1_100);
    }

    @Test
    void shouldSleepBeforeEveryCallAndNotCountThat() throws Exception {
        List<Long> madeAtNs = new ArrayList<>();

        long[] timesNs = PacedCalls.make(count -> madeAtNs.add(System.nanoTime()), 5, PERIOD_NS);

        assertThat(timesNs).hasSize(5);
        assertThat(madeAtNs.get(4) - madeAtNs.get(0)).isGreaterThanOrEqualTo(3 * PERIOD_NS);
    }
}
