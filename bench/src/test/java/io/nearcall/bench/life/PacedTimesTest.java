// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PacedTimesTest {

    @Test
    void shouldGiveTheMedianOfEachWindowAndOfAllFromTheSecondOn() {
        PacedTimes times = PacedTimes.of(new long[] {900, 900, 900, 100, 100, 300, 200, 300, 300}, 3);

        assertThat(times.windows())
                .extracting(PacedTimes.Window::p50Ns)
                .satisfiesExactly(
                        first -> assertThat(first).isCloseTo(900, within(1.0)),
                        second -> assertThat(second).isCloseTo(100, within(1.0)),
                        third -> assertThat(third).isCloseTo(300, within(1.0)));
        assertThat(times.laterP50Ns()).isCloseTo(200, within(1.0));
    }

    @Test
    void shouldGiveA99thPercentileWhereTenCallsAreBeyondIt() {
        long[] timesNs = new long[1_000];
        Arrays.fill(timesNs, 100);

        assertThat(PacedTimes.of(timesNs, 1_000).windows().get(0).p99Ns()).isCloseTo(100, within(1.0));
        assertThat(PacedTimes.of(timesNs, 500).windows().get(0).p99Ns()).isNull();
    }

    @Test
    void shouldHaveNothingLaterThanTheOnlyWindow() {
        assertThat(PacedTimes.of(new long[] {900, 900}, 2).laterP50Ns()).isNull();
    }
}
