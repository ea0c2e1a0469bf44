// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.balance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FarewellTest {

    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);

    @Test
    void shouldBeOverWhenNoCallHasComeForAWhile() {
        Farewell farewell = new Farewell(0, Farewell.LONGEST_NS, 7);
        assertThat(farewell.isOver(199 * MS, 7)).isFalse();
        assertThat(farewell.isOver(200 * MS, 7)).isTrue();
    }

    @Test
    void shouldWaitLongerForCallersThatStillCall() {
        Farewell farewell = new Farewell(0, Farewell.LONGEST_NS, 7);
        assertThat(farewell.isOver(150 * MS, 8)).isFalse();
        assertThat(farewell.isOver(349 * MS, 8)).isFalse();
        assertThat(farewell.isOver(350 * MS, 8)).isTrue();
    }

    @Test
    void shouldEndEvenIfCallersStillCall() {
        Farewell farewell = new Farewell(0, TimeUnit.DAYS.toNanos(1), 0);
        assertThat(farewell.isOver(499 * MS, 1)).isFalse();
        assertThat(farewell.isOver(500 * MS, 2)).isTrue();
        assertThat(new Farewell(0, 100 * MS, 0).isOver(100 * MS, 1)).isTrue();
    }
}
