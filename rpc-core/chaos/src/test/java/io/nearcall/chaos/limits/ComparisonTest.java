// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {

    private static final int CALLS = 1_000;

    /** One call in fifty takes that long, and the others nothing worth mentioning. */
    private static long[] latencies(long slowNs) {
        long[] latenciesNs = new long[CALLS];
        Arrays.fill(latenciesNs, 1);
        Arrays.fill(latenciesNs, 0, CALLS / 50, slowNs);
        return latenciesNs;
    }

    private static Round round(double ratio) {
        return new Round(latencies((long) (1e6 * ratio)), latencies(1_000_000));
    }

    private static Comparison of(double... ratios) {
        return new Comparison(
                Arrays.stream(ratios).mapToObj(ComparisonTest::round).toList());
    }

    @Test
    void shouldCallANeighbourStarvedThatIsSlowerInEveryRound() {
        assertThat(of(2.5, 3, 2.1, 40, 2.2).isStarved()).isTrue();
    }

    @Test
    void shouldNotCallANeighbourStarvedForAFewBadRounds() {
        assertThat(of(100, 1, 50, 60, 30).isStarved()).isFalse();
    }

    @Test
    void shouldNotCallANeighbourStarvedThatIsTwiceAsSlow() {
        assertThat(of(2, 2, 2, 2, 2).isStarved()).isFalse();
    }

    /** By the binomial distribution. */
    @ParameterizedTest
    @CsvSource({"5, 5", "8, 7", "10, 9", "30, 20", "90, 54"})
    void shouldTolerateAsManyBadRoundsAsChanceBrings(int rounds, int leastAbove) {
        assertThat(Comparison.leastAbove(rounds)).isEqualTo(leastAbove);
    }

    @Test
    void shouldSayTheRatioWithItsSpread() {
        assertThat(of(0.5, 1.5, 1).toString()).contains("was 1.00, from 0.50 to 1.50 in 3 rounds");
    }

    @Test
    void shouldTakeThe99thPercentileOfEachRound() {
        Round round = new Round(latencies(3), latencies(2));
        assertThat(List.of(Round.p99Ns(round.attackedNs()), Round.p99Ns(round.besideComputingNs())))
                .containsExactly(3L, 2L);
    }
}
