// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {

    @ParameterizedTest
    @CsvSource({"7ns,7", "250us,250000", "20ms,20000000", "20 ms,20000000", "1.5s,1500000000", "2m,120000000000"})
    void shouldReadNumberAndUnit(String text, long ns) {
        assertThat(DurationText.parseNs(text)).isEqualTo(ns);
    }

    @Test
    void shouldReadNoneAsNoLimit() {
        assertThat(DurationText.parseNs("NONE")).isEqualTo(DurationText.NONE_NS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "20", "ms", "-1s", "1h", "0s", "0.1ns", "1e3s", "999999999999999999m", "1.s", "none"})
    void shouldRefuseOtherFormsAndShowTheRightOne(String text) {
        assertThatThrownBy(() -> DurationText.parseNs(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"" + text + "\"")
                .hasMessageContaining("20ms");
    }

    @ParameterizedTest
    @CsvSource({"7,7ns", "250000,250us", "1500000000,1.5s", "30000000000,30s", "120000000000,2m", "0,0ns"})
    void shouldWriteTheLargestUnitThatFits(long ns, String text) {
        assertThat(DurationText.format(ns)).isEqualTo(text);
    }
}
