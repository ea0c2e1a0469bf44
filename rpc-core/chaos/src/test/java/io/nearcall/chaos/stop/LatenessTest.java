// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.stop;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.chaos.Tally;
import io.nearcall.chaos.called.Attempt;
import io.nearcall.chaos.called.CallKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the campaign takes for calls that did not end in time. */
@Timeout(30)
class LatenessTest {

    private static final long MS = 1_000_000;
    private static final long DEADLINE_NS = 200 * MS;

    private final Tally tally = new Tally("late");
    private final Sleepers sleepers = new Sleepers(1);
    private final Lateness lateness = new Lateness(tally, sleepers, false);

    @AfterEach
    void close() {
        sleepers.close();
    }

    @Test
    void shouldForgiveAFewMomentsInWhichAllStoodStill() {
        callsInTime(2_000);
        for (int i = 0; i < 30; i++) {
            call(1_000 * MS + i * MS / 10, 60 * MS);
        }
        call(5_000 * MS, 60 * MS);
        lateness.conclude();
        assertThat(tally.faults()).isEmpty();
    }

    @Test
    void shouldNotForgiveMoreThanOneOfAHundredAtOtherTimes() {
        callsInTime(2_000);
        for (int i = 0; i < 30; i++) {
            call(1_000 * MS + i * 100 * MS, 60 * MS);
        }
        lateness.conclude();
        assertThat(tally.faults()).singleElement().asString().contains("more than 50 ms late");
    }

    @Test
    void shouldForgiveNobodyWhoHung() {
        callsInTime(2_000);
        call(1_000 * MS, 160 * MS);
        lateness.conclude();
        assertThat(tally.faults()).singleElement().asString().contains("160000 us after its deadline");
    }

    private void callsInTime(int count) {
        for (int i = 0; i < count; i++) {
            call(i * 10 * MS, 1 * MS);
        }
    }

    private void call(long beginNs, long lateNs) {
        Attempt attempt = new Attempt(CallKind.PING, 0, beginNs, beginNs + DEADLINE_NS + lateNs, null);
        lateness.judge(attempt, DEADLINE_NS, 0);
    }
}
