// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WarmUpTest {

    private static final WarmUp.Patience PATIENT = new WarmUp.Patience(1, 10_000);

    @Test
    void shouldEndWhenTwoSlicesInARowDifferByLessThanThreePerCent() throws Exception {
        double[] slicesNs = {9_000, 5_000, 5_200, 5_100, 1};
        int[] slice = {0};

        WarmUp warmUp = WarmUp.of("rmi", "ping", PATIENT, (durationNs, samples) -> {
            assertThat(durationNs).isEqualTo(1_000_000);
            samples.addSingle((long) slicesNs[slice[0]++]);
            samples.addSingle((long) slicesNs[slice[0] - 1]);
        });

        assertThat(warmUp).isEqualTo(new WarmUp("rmi", "ping", 8, 1, 0));
    }

    @Test
    void shouldSayThatItsPatienceWasOver() throws Exception {
        long[] ns = {1_000_000};

        WarmUp warmUp = WarmUp.of("rmi", "ping", new WarmUp.Patience(1, 20), (durationNs, samples) -> {
            Thread.sleep(5); // a quarter of the patience: four slices at most
            samples.addSingle(ns[0] /= 2);
        });

        assertThat(warmUp.unsettled()).isEqualTo(1);
        assertThat(warmUp.calls()).isBetween(1L, 4L);
    }

    @Test
    void shouldAddUpThoseOfSeveralPairsOfJvms() {
        List<WarmUp> all = List.of(
                new WarmUp("rmi", "ping", 300, 1, 0),
                new WarmUp("grpc", "ping", 7, 1, 0),
                new WarmUp("rmi", "ping", 100, 1, 1),
                new WarmUp("rmi", "ping", 200, 1, 0));

        assertThat(WarmUp.merged(all))
                .containsExactly(new WarmUp("rmi", "ping", 200, 3, 1), new WarmUp("grpc", "ping", 7, 1, 0));
    }
}
