// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The decisions of the product, in a small fleet: 50 servers, and 500 clients with ten sessions each. */
@Timeout(60)
class FleetTrialTest {

    private static final int SESSIONS = 10;
    private static final int SESSIONS_OF_A_SERVER = 100;
    private static final long CALLS_IN_FLIGHT = 15; // at a server: eight that run at most, and some on the way

    private final FleetTrial trial = new FleetTrial(FleetPlan.small(SESSIONS, 7));

    @Test
    void shouldSpreadSessionsAndCalls() {
        FleetTrial.Steady steady = trial.steady();
        assertThat(steady.failed()).isZero();
        assertThat(steady.sessions().mean()).isEqualTo(SESSIONS_OF_A_SERVER);
        assertThat(steady.sessions().sorted()).allMatch(each -> each > 70 && each < 130);
        assertThat(steady.calls().variation()).isBetween(0.0, 0.13);
        assertThat(steady.calls().sorted()).allMatch(each -> each > 140 && each < 260);
    }

    @Test
    void shouldGiveTheSameResultWithTheSameSeed() {
        assertThat(new FleetTrial(FleetPlan.small(SESSIONS, 7)).steady()).isEqualTo(trial.steady());
    }

    @Test
    void shouldFailOnlyCallsThatAreOnTheWayWhenServersAreKilled() {
        FleetTrial.After after = trial.killed();
        assertThat(after.failed()).isBetween(1L, 5 * CALLS_IN_FLIGHT);
        assertThat(after.evenS()).isLessThanOrEqualTo(1);
    }

    @Test
    void shouldAvoidHostsThatHaveVanishedBeforeItIsKnown() {
        FleetTrial.After after = trial.vanished();
        // A tenth of the calls of 15 s would fail otherwise.
        assertThat(after.failed()).isBetween(1L, 15 * 500 * 20 / 10 / 4L);
        assertThat(after.evenS()).isLessThanOrEqualTo(16);
    }

    @Test
    void shouldFailNoCallWhenAllServersAreRestartedOneAfterTheOther() {
        FleetTrial.After after = trial.restarted();
        assertThat(after.failed()).isZero();
        assertThat(after.evenS()).isLessThanOrEqualTo(3);
        assertThat(after.sessions().mean()).isEqualTo(SESSIONS_OF_A_SERVER);
    }

    /** They list the places every ten seconds. */
    @Test
    void shouldCallNewServers() {
        FleetTrial.After after = trial.added();
        assertThat(after.failed()).isZero();
        assertThat(after.evenS()).isBetween(1.0, 12.0);
        assertThat(after.sessions().mean()).isEqualTo(SESSIONS * 500 / 55.0);
    }

    /** Although a client calls it so seldom that it has no call in flight there, most of the time. */
    @Test
    void shouldGiveASlowServerFewCalls() {
        FleetTrial.Slow slow = trial.slowed();
        assertThat(slow.failed()).isZero();
        assertThat(slow.shares().get(60)).isBetween(0.01, 0.3);
    }
}
