// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.balance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Two places with calls, at which somebody looks twenty times a second. */
class PaceTest {

    private static final int LOOKS_PER_SECOND = 20;
    private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(1) / LOOKS_PER_SECOND;

    private final Pace one = new Pace(0);
    private final Pace other = new Pace(0);
    private final Pace both = new Pace(0);
    private int looks;
    private int places = 4; // there is no call at the rest

    /**
     * Lets seconds pass. Per second, so many calls begin at a place, and so many looks there find one call in flight: each is
     * 50 ms.
     */
    private void pass(int seconds, int callsOfOne, int looksOfOne, int callsOfOther, int looksOfOther) {
        for (int i = 0; i < seconds * LOOKS_PER_SECOND; i++) {
            int ofSecond = i % LOOKS_PER_SECOND;
            long nowNs = ++looks * LOOK_NS;
            int begunAtOne = ofSecond < callsOfOne ? 1 : 0;
            int begunAtOther = ofSecond < callsOfOther ? 1 : 0;
            int inFlightAtOne = ofSecond < looksOfOne ? 1 : 0;
            int inFlightAtOther = ofSecond < looksOfOther ? 1 : 0;
            one.look(nowNs, begunAtOne, inFlightAtOne, LOOK_NS);
            other.look(nowNs, begunAtOther, inFlightAtOther, LOOK_NS);
            both.look(nowNs, begunAtOne + begunAtOther, inFlightAtOne + inFlightAtOther, LOOK_NS);
            one.compare(both, places);
            other.compare(both, places);
        }
    }

    /** 200 ms for a call, where it is 20 ms at the other place. */
    @Test
    void shouldFindThatCallsTakeLonger() {
        pass(20, 1, 4, 10, 4);
        assertThat(one.times()).isBetween(5, 10);
        assertThat(other.times()).isEqualTo(1);
    }

    @Test
    void shouldForgetWhatIsLongAgo() {
        pass(20, 1, 4, 10, 4);
        pass(5, 0, 0, 10, 4);
        assertThat(one.times()).isGreaterThan(1);
        pass(55, 0, 0, 10, 4);
        assertThat(one.times()).isEqualTo(1);
    }

    @Test
    void shouldNotMindSmallDifferences() {
        pass(20, 10, 6, 10, 4);
        assertThat(one.times()).isEqualTo(1);
        assertThat(other.times()).isEqualTo(1);
    }

    @Test
    void shouldNotJudgeByOneCall() {
        pass(20, 0, 0, 10, 4);
        pass(1, 1, 1, 10, 4); // 50 ms rather than 20
        assertThat(one.times()).isEqualTo(1);
    }

    @Test
    void shouldKnowNothingWithoutCallsElsewhere() {
        pass(20, 1, 20, 0, 0);
        assertThat(one.times()).isEqualTo(1);
    }

    /** Otherwise the place would be avoided for long after a call that took long. */
    @Test
    void shouldBoundWhatOneLongCallDoes() {
        pass(60, 0, 20, 10, 4);
        assertThat(one.times()).isBetween(10, 17);
        assertThat(other.times()).isEqualTo(1);
        pass(40, 0, 0, 10, 4);
        assertThat(one.times()).isEqualTo(1);
    }

    @Test
    void shouldLeaveItToTheNumberOfCallsInFlightWhereManyAre() {
        pass(20, 1, 20, 10, 20);
        assertThat(one.times()).isEqualTo(1);
        places = 5;
        pass(1, 1, 20, 10, 20);
        assertThat(one.times()).isGreaterThan(1);
    }

    @Test
    void shouldCountTheCallsThatBegin() {
        one.begin();
        one.begin();
        assertThat(one.takeBegun()).isEqualTo(2);
        assertThat(one.takeBegun()).isZero();
    }
}
