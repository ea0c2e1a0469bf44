// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RareWarningsTest {

    private long nowNs = 5;
    private final RareWarnings warnings = new RareWarnings() {
        @Override
        long nowNs() {
            return nowNs;
        }
    };

    @Test
    void shouldLetAFewPassInASecondAndCountTheOthers() {
        for (int i = 0; i < 3; i++) {
            assertThat(warnings.leftOutOrNone()).isZero();
        }
        for (int i = 0; i < 1_000; i++) {
            assertThat(warnings.leftOutOrNone()).isEqualTo(-1);
        }
        nowNs += 1_000_000_000;
        assertThat(warnings.leftOutOrNone()).isEqualTo(1_000);
        assertThat(warnings.leftOutOrNone()).isZero();
    }
}
