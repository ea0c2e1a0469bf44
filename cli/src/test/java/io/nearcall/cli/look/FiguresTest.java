// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "7, 7",
        "0.04, 0.0",
        "0.26, 0.3",
        "99.94, 99.9",
        "99.96, 100",
        "9999, 9999",
        "9999.6, 10.0k",
        "84215, 84.2k",
        "99960, 100k",
        "84200000, 84.2M",
        "512000000000, 512G",
    })
    void shouldShowThreeDigitsOfCounts(double number, String text) {
        assertThat(Figures.count(number)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.0us",
        "96, 0.1us",
        "9940, 9.9us",
        "9960, 10us",
        "998000, 998us",
        "999600, 1.0ms",
        "1900000, 1.9ms",
        "250000000000, 250s",
    })
    void shouldShowThreeDigitsOfDurations(long ns, String text) {
        assertThat(Figures.duration(ns, 1)).isEqualTo(text);
        assertThat(Figures.duration(ns, 0)).isEqualTo("-");
    }
}
