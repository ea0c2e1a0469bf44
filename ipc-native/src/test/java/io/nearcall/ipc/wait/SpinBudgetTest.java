// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.wait;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SpinBudgetTest {

    private static final int WAITS = 200;

    /** More than it takes until a waiter may move. */
    private static final int COLD_WAITS = 20_000;

    private final SpinBudget budget = new SpinBudget();

    @BeforeEach
    void needTwoProcessors() {
        Assumptions.assumeTrue(Runtime.getRuntime().availableProcessors() > 1);
    }

    @Test
    void shouldHardlySpinWhenItTakesTheProcessorFromThePeer() {
        int polls = 0;
        for (int i = 0; i < WAITS; i++) {
            polls = budget.briefPolls() + spin(false);
            budget.yielded(1, 1_000, true);
        }
        assertThat(polls).isBetween(1, 100);
    }

    @Test
    void shouldFindOutThatSpinningHelpsAgain() {
        shouldHardlySpinWhenItTakesTheProcessorFromThePeer();
        int briefPolls = budget.briefPolls();
        for (int i = 0; i < WAITS; i++) {
            spin(true);
        }
        assertThat(budget.briefPolls()).isGreaterThan(briefPolls);
    }

    @Test
    void shouldSpinLongerWhenAnswersComeAfterManyYields() {
        shouldHardlySpinWhenItTakesTheProcessorFromThePeer();
        for (int i = 0; i < WAITS; i++) {
            budget.yielded(10, 10_000, true);
        }
        assertThat(spin(false)).isGreaterThan(1000);
    }

    @Test
    void shouldStillSpinForTheNextCallAfterLongSleeps() {
        for (int i = 0; i < WAITS; i++) {
            budget.slept(1_000_000_000);
        }
        assertThat(spin(false)).isGreaterThanOrEqualTo(100);
    }

    @Test
    void shouldSleepAtOnceAfterAYieldToAStranger() {
        budget.yielded(1, 3_000_000, true);
        assertThat(budget.yields()).isZero();
        assertThat(spin(false)).isZero();
    }

    @Test
    void shouldTryYieldsAgainSomeWaitsAfterAYieldToAStranger() {
        budget.yielded(1, 3_000_000, false);
        int waits = 0;
        while (budget.yields() == 0 && waits < 1000) {
            waits++;
        }
        assertThat(waits).isBetween(2, 999);
    }

    @Test
    void shouldSleepNowAndThenWhenTwoYieldToEachOther() {
        int sleeps = 0;
        for (int i = 0; i < WAITS; i++) {
            if (budget.yields() == 0) {
                sleeps++;
            } else {
                budget.yielded(1, 1_000, true);
            }
        }
        assertThat(sleeps).isBetween(1, WAITS / 10);
    }

    @Test
    void shouldMoveToAnotherProcessorWhenTwoYieldToEachOtherForLong() {
        MovingBudget moving = new MovingBudget(true);
        for (int i = 0; i < COLD_WAITS && moving.moves == 0; i++) {
            if (moving.yields() > 0 && moving.moves == 0) {
                moving.yielded(1, 1_000, true);
            }
        }
        assertThat(moving.moves).isEqualTo(1);
        assertThat(moving.enterSpin()).isGreaterThan(1000);
        moving.leaveSpin(true);
    }

    @Test
    void shouldNotMoveWhileCallsAreFew() {
        MovingBudget moving = new MovingBudget(true);
        for (int i = 0; i < COLD_WAITS / 2; i++) {
            moving.yields();
            moving.yielded(1, 1_000, true);
        }
        assertThat(moving.moves).isZero();
    }

    @Test
    void shouldMoveAwayFromAPeerThatSleepsAndWakesOnTheSameProcessor() {
        MovingBudget moving = new MovingBudget(true);
        for (int i = 0; i < COLD_WAITS && moving.moves == 0; i++) {
            moving.yields();
            moving.slept(1_000);
        }
        assertThat(moving.moves).isEqualTo(1);
    }

    @Test
    void shouldYieldOnWhenThereIsNoOtherProcessor() {
        MovingBudget bound = new MovingBudget(false);
        int sleeps = 0;
        for (int i = 0; i < 2 * COLD_WAITS; i++) {
            if (bound.yields() == 0 && bound.moves > 0) {
                sleeps++;
            }
            bound.yielded(1, 1_000, true);
        }
        assertThat(bound.moves).isEqualTo(1);
        assertThat(sleeps).isLessThan(COLD_WAITS / 100); // after a row that was interrupted
    }

    @Test
    void shouldLetOneThreadSpinForEveryTwoProcessors() {
        SpinBudget[] others = new SpinBudget[Runtime.getRuntime().availableProcessors() / 2];
        for (int i = 0; i < others.length; i++) {
            others[i] = new SpinBudget();
            assertThat(others[i].enterSpin()).isPositive();
        }
        assertThat(budget.enterSpin()).isZero();
        for (SpinBudget other : others) {
            other.leaveSpin(false);
        }
        assertThat(spin(false)).isPositive();
    }

    @Test
    void shouldProbeRarelyAndBrieflyOnTheOnlyCpuThatBothSidesHave() {
        SpinBudget onOne = new SpinBudget(false);
        int polls = 0;
        int waits = 12_800;
        for (int i = 0; i < waits; i++) {
            polls += onOne.briefPolls() + spin(onOne, false);
            onOne.yielded(1, 1_000, true);
        }
        assertThat(polls).isLessThanOrEqualTo(waits + waits / 128 * 256);
    }

    @Test
    void shouldSpinOnTheOnlyCpuOnceItIsSeenThatTheOtherSideHasAnother() {
        SpinBudget onOne = new SpinBudget(false);
        for (int i = 0; i < WAITS; i++) {
            if (spin(onOne, true) == 0) {
                onOne.yielded(1, 1_000, true);
            }
        }
        assertThat(onOne.briefPolls()).isEqualTo(64);
        for (int i = 0; i < WAITS && onOne.briefPolls() > 1; i++) { // the other side has come
            spin(onOne, false);
            onOne.yielded(1, 1_000, true);
        }
        assertThat(onOne.briefPolls()).isEqualTo(1);
    }

    private int spin(boolean successful) {
        return spin(budget, successful);
    }

    private static int spin(SpinBudget asked, boolean successful) {
        int polls = asked.enterSpin();
        if (polls > 0) {
            asked.leaveSpin(successful);
        }
        return polls;
    }

    private static final class MovingBudget extends SpinBudget {

        private final boolean able;
        private int moves;

        MovingBudget(boolean able) {
            this.able = able;
        }

        @Override
        boolean leaveCpu() {
            moves++;
            return able;
        }
    }
}
