// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class SamplesTest {

    private static final Percentage HISTOGRAM_PRECISION = Percentage.withPercentage(0.2);

    private final Samples samples = new Samples();

    @Test
    void shouldTakeTheMedianFromBatches() {
        for (int i = 0; i < 3; i++) {
            samples.addBatch(1_600, 16);
            samples.addSingle(900);
        }

        assertThat(samples.p50Ns()).isCloseTo(100, HISTOGRAM_PRECISION);
    }

    @Test
    void shouldTakeTheTailFromSingleCalls() {
        for (int i = 0; i < 2_000; i++) {
            samples.addBatch(1_600, 16);
            samples.addSingle(i % 50 == 0 ? 30_000 : 120);
        }

        assertThat(samples.percentileNs(99)).isCloseTo(30_000, HISTOGRAM_PRECISION);
    }

    @Test
    void shouldGiveNoPercentileWithFewerThanTenCallsBeyondIt() {
        for (int i = 0; i < 9_999; i++) {
            samples.addSingle(120);
        }

        assertThat(samples.percentileNs(99)).isNotNull();
        assertThat(samples.percentileNs(99.9)).isNull();
    }

    @Test
    void shouldCountAllCallsInTheMean() {
        samples.addBatch(1_000, 4);
        samples.addSingle(500);

        assertThat(samples.calls()).isEqualTo(5);
        assertThat(samples.meanNs()).isEqualTo(300);
    }

    @Test
    void shouldAddUpSlices() {
        Samples slice = new Samples();
        slice.addBatch(1_600, 16);
        slice.addSingle(200);

        samples.add(slice);
        samples.add(slice);

        assertThat(samples.calls()).isEqualTo(34);
        assertThat(samples.p50Ns()).isCloseTo(100, HISTOGRAM_PRECISION);
    }

    @Test
    void shouldTreatBatchesOfOneAsSingleCalls() {
        samples.addBatch(40_000, 1);
        samples.addSingle(40_000);

        assertThat(samples.p50Ns()).isCloseTo(40_000, HISTOGRAM_PRECISION);
    }
}
