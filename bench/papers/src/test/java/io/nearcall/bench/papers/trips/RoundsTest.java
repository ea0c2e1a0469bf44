// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.trips;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.papers.mechanism.Shape;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RoundsTest {

    private static final Shape SHAPE = Shape.even(40);

    private final Rounds rounds = new Rounds("one CPU", Burst::medianNs);

    @BeforeEach
    void measureTwoPairs() {
        rounds.nextPair();
        add(50, 100);
        add(300, 400); // the host was slow in this round, for both
        add(50, 100);
        rounds.nextPair();
        add(90, 100);
    }

    @Test
    void shouldCompareWithinARound() {
        assertThat(rounds.ratioOfEachPair("pipe", "socket", SHAPE)).containsExactly(0.5, 0.9);
        assertThat(rounds.ratio("pipe", "socket", SHAPE).median()).isEqualTo(0.75);
    }

    @Test
    void shouldCompareTwoLengthsWithinARound() {
        Shape longer = Shape.even(40_000);
        rounds.add(List.of(new Burst("queue", SHAPE, 10, 10), new Burst("queue", longer, 40, 40)));
        rounds.nextPair();
        rounds.add(List.of(new Burst("queue", SHAPE, 300, 300), new Burst("queue", longer, 400, 400)));

        assertThat(rounds.ratioOfEachPair("queue", SHAPE, longer)).containsExactly(0.25, 0.75);
    }

    @Test
    void shouldKnowNoRatioToWhatWasNotMeasured() {
        assertThat(rounds.ratio("pipe", "queue", SHAPE).median()).isNaN();
        assertThat(rounds.ratioOfEachPair("pipe", "queue", SHAPE)).isEmpty();
    }

    @Test
    void shouldHaveARowForEachSystemAndShape() {
        assertThat(rounds.rows()).extracting(TripRow::system).containsExactly("pipe", "socket");
        assertThat(rounds.rows().get(0).medianNs()).isEqualTo(90);
        assertThat(rounds.rows().get(0).rounds()).isEqualTo(4);
    }

    private void add(double pipeNs, double socketNs) {
        rounds.add(List.of(new Burst("pipe", SHAPE, pipeNs, pipeNs), new Burst("socket", SHAPE, socketNs, socketNs)));
    }
}
