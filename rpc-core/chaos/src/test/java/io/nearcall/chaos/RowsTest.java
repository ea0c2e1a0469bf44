// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The descriptions of the rows, and so the text of the report. */
class RowsTest {

    private static final int LONGEST_SENTENCE_WORDS = 30;
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9][\\w'.,-]*");

    @Test
    void shouldHaveNoSentenceThatHasToBeReadTwice() {
        List<String> tooLong = Rows.all().stream()
                .flatMap(row -> sentences(row.description() + " It fails if " + row.mutation() + ".")
                        .filter(sentence -> words(sentence) > LONGEST_SENTENCE_WORDS)
                        .map(sentence -> row.name() + ": " + words(sentence) + " words: " + sentence))
                .toList();
        assertThat(tooLong).isEmpty();
    }

    private static Stream<String> sentences(String text) {
        return Stream.of(text.split("(?<=[.!?])\\s+"));
    }

    private static long words(String sentence) {
        return WORD.matcher(sentence).results().count();
    }
}
