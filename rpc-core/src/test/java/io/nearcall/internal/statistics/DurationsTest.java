// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DurationsTest {

    private static Durations of(long... ns) {
        long[] buckets = new long[Durations.BUCKETS];
        for (long each : ns) {
            buckets[Durations.bucket(each)]++;
        }
        return new Durations(Arrays.stream(ns).sum(), Arrays.stream(ns).max().orElse(0), buckets);
    }

    @Test
    void shouldPutEachDurationIntoTheBucketThatEndsBehindIt() {
        for (long ns = 64; ns < 4_000_000_000L; ns += 1 + ns / 100) {
            int bucket = Durations.bucket(ns);
            assertThat(ns).isLessThan(Durations.endNs(bucket));
            assertThat(ns).isGreaterThanOrEqualTo(bucket == 0 ? 64 : Durations.endNs(bucket - 1));
        }
        assertThat(Durations.bucket(Long.MIN_VALUE)).isZero();
        assertThat(Durations.bucket(0)).isZero();
        assertThat(Durations.bucket(Long.MAX_VALUE)).isEqualTo(Durations.BUCKETS - 1);
    }

    @Test
    void shouldFindQuantilesThatAreAtMostAQuarterTooLong() {
        long[] ns = new Random(1).longs(10_000, 100, 1_000_000).toArray();
        Durations durations = of(ns);
        Arrays.sort(ns);
        for (double part : new double[] {0.01, 0.5, 0.99}) {
            long exact = ns[(int) Math.ceil(part * ns.length) - 1];
            assertThat(durations.quantileNs(part)).isBetween(exact, exact + exact / 4 + 1);
        }
        assertThat(durations.quantileNs(1)).isEqualTo(durations.longestNs()).isEqualTo(ns[ns.length - 1]);
        assertThat(durations.count()).isEqualTo(ns.length);
    }

    @Test
    void shouldAddAndSubtract() {
        Durations before = of(100, 200);
        Durations both = before.plus(of(100_000)).plus(Durations.NONE);
        assertThat(both.count()).isEqualTo(3);
        assertThat(both.sumNs()).isEqualTo(100_300);
        assertThat(both.since(before).count()).isEqualTo(1);
        assertThat(both.since(before).quantileNs(0.5)).isEqualTo(100_000);
        assertThat(Durations.NONE.since(Durations.NONE).quantileNs(0.5)).isZero();
    }

    @Test
    void shouldNotBeHurtByGarbage() {
        long[] buckets = new Random(1).longs(Durations.BUCKETS).toArray();
        Durations garbage = new Durations(-1, -1, buckets);
        garbage.quantileNs(0.99);
        garbage.plus(garbage).since(of(1)).count();
        assertThat(garbage.sumNs()).isZero();
    }
}
