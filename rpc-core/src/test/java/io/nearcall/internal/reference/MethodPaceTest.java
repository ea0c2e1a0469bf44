// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.reference;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MethodPaceTest {

    private final MethodPace pace = new MethodPace();

    private int callsApart() {
        int calls = 0;
        while (pace.takesApart()) {
            calls++;
        }
        return calls;
    }

    @Test
    void shouldRunNoCallApartThatHasHeldNobodyUp() {
        pace.took(45_000);
        assertThat(callsApart()).isZero();
    }

    @Test
    void shouldTryASlowMethodMoreAndMoreRarely() {
        for (int calls = 16; calls < 4_096; calls *= 2) {
            pace.heldUp();
            assertThat(callsApart()).isEqualTo(calls);
        }
        for (int i = 0; i < 3; i++) {
            pace.heldUp();
            assertThat(callsApart()).isEqualTo(4_096);
        }
    }

    @Test
    void shouldRunCallsApartThatTakeLongerThanToGiveThemAway() {
        for (int calls = 16; calls < 4_096; calls *= 2) {
            pace.took(60_000);
            assertThat(callsApart()).isEqualTo(calls);
        }
    }

    @Test
    void shouldComeBackSoonToAMethodThatWasSlowOnce() {
        pace.took(20_000_000);
        assertThat(callsApart()).isEqualTo(16);
        pace.took(1_000);
        assertThat(callsApart()).isEqualTo(4);
        pace.took(1_000);
        assertThat(callsApart()).isEqualTo(1);
        pace.took(1_000);
        assertThat(callsApart()).isZero();
        assertThat(pace.takesApart()).isFalse();
    }
}
