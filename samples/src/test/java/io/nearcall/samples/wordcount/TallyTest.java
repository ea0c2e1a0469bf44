// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TallyTest {

    private final Tally tally = new Tally();

    @Test
    void shouldPrintCountsAsUniqDoes() {
        tally.add(Map.of("the", 12_345_678, "sea", 7));
        tally.add(Map.of("sea", 1));
        assertThat(tally.commonest(20)).containsExactly("12345678 the", "      8 sea");
    }

    @Test
    void shouldSortWordsThatAreEquallyCommonByTheirUtf8Bytes() {
        String fullwidth = "\uff41";
        String deseret = Character.toString(0x10428);
        tally.add(Map.of(deseret, 1, fullwidth, 1, "é", 1, "b", 1, "ab", 1, "z", 2));
        assertThat(tally.commonest(20))
                .containsExactly(
                        "      2 z",
                        "      1 ab",
                        "      1 b",
                        "      1 é",
                        "      1 " + fullwidth,
                        "      1 " + deseret);
    }

    @Test
    void shouldStopAtTheLimit() {
        tally.add(Map.of("a", 3, "b", 2, "c", 1));
        assertThat(tally.commonest(2)).containsExactly("      3 a", "      2 b");
        assertThat(tally.words()).isEqualTo(6);
        assertThat(tally.distinctWords()).isEqualTo(3);
    }
}
