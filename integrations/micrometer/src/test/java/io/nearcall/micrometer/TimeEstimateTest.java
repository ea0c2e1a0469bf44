// SPDX-License-Identifier: Apache-2.0
package io.nearcall.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimeEstimateTest {

    private final TimeEstimate estimate = new TimeEstimate();

    @Test
    void shouldTakeCallsToLastAsThoseThatWereTimed() {
        estimate.update(1000, 10, 5000);
        assertThat(estimate.totalNs()).isEqualTo(500_000);
        estimate.update(1000, 10, 5000);
        assertThat(estimate.totalNs()).isEqualTo(500_000);
    }

    @Test
    void shouldNotShrinkWhenManyShortCallsAreTimedAfterFewLongOnes() {
        estimate.update(1_000_000, 10, 10 * 100_000);
        double before = estimate.totalNs();
        estimate.update(1_001_000, 1010, 10 * 100_000 + 1000 * 1000);
        assertThat(estimate.totalNs()).isEqualTo(before + 1000 * 1000);
    }

    @Test
    void shouldUseTheLastMeanForCallsOfWhichNoneWasTimed() {
        estimate.update(10, 1, 300);
        estimate.update(20, 1, 300);
        assertThat(estimate.totalNs()).isEqualTo(20 * 300);
    }

    @Test
    void shouldCountCallsFromBeforeTheFirstTimedOneLater() {
        estimate.update(10, 0, 0);
        assertThat(estimate.totalNs()).isZero();
        estimate.update(20, 2, 600);
        assertThat(estimate.totalNs()).isEqualTo(20 * 300);
    }
}
