// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class WordsTest {

    private final Words words = new Words();

    @Test
    void shouldCountRunsOfLettersInLowerCase() {
        assertThat(words.count("To be, or not to be: x2x"))
                .isEqualTo(Map.of("to", 2, "be", 2, "or", 1, "not", 1, "x", 2));
    }

    @Test
    void shouldTakeLettersOfAllScripts() {
        assertThat(words.count("Ärger ÄRGER; Δελφοί—δελφοί 東京 Straße"))
                .isEqualTo(Map.of("ärger", 2, "δελφοί", 2, "東京", 1, "straße", 1));
    }

    @Test
    void shouldTakeLettersBeyondTheFirst65536CodePoints() {
        String capital = Character.toString(0x10400);
        String small = Character.toString(0x10428);
        assertThat(words.count(capital + small + " " + small + capital)).isEqualTo(Map.of(small + small, 2));
    }

    @Test
    void shouldEndAWordAtWhatIsNoLetter() {
        assertThat(words.count("don't_stop 3rd e\u0301t\u0000e"))
                .isEqualTo(Map.of("don", 1, "t", 2, "stop", 1, "rd", 1, "e", 2));
    }

    @Test
    void shouldFindNoWordWhereThereIsNoLetter() {
        assertThat(words.count("")).isEmpty();
        assertThat(words.count("1984, \n\t--")).isEmpty();
    }
}
