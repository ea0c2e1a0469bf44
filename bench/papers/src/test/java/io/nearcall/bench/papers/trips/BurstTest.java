// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.trips;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.papers.mechanism.Shape;
import org.junit.jupiter.api.Test;

class BurstTest {

    @Test
    void shouldLeaveOutTheFirstRoundTrip() {
        Burst burst = Burst.of("socket", Shape.LONG, new double[] {9_000, 30, 10, 20});

        assertThat(burst.medianNs()).isEqualTo(20);
        assertThat(burst.meanNs()).isEqualTo(20);
    }
}
