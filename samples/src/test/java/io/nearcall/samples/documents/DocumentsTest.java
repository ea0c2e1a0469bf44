// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What holds for the language and the links of the documentation. */
class DocumentsTest {

    private static final int LONGEST_SENTENCE_WORDS = 30;
    private static final int LONGEST_README_WORDS = 1_150;

    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9][\\w'.,-]*");

    @Test
    void shouldHaveNoSentenceThatHasToBeReadTwice() {
        List<String> tooLong = Page.forUsers().stream()
                .flatMap(page -> page.passages().stream()
                        .flatMap(passage -> Stream.of(passage.split("(?<=[.!?])[*_)\"]*\\s+")))
                        .filter(sentence -> words(sentence) > LONGEST_SENTENCE_WORDS)
                        .map(sentence -> page + ": " + words(sentence) + " words: " + sentence.strip()))
                .toList();
        assertThat(tooLong).isEmpty();
    }

    @Test
    void shouldReadTheReadmeInAFewMinutes() {
        assertThat(Page.of("README.md").text().split("\\s+")).hasSizeLessThanOrEqualTo(LONGEST_README_WORDS);
    }

    @Test
    void shouldLinkToWhatIsThere() {
        List<String> broken = Page.in(".").stream()
                .flatMap(page -> page.links().stream()
                        .filter(link -> !page.leadsSomewhere(link))
                        .map(link -> page + ": " + link))
                .toList();
        assertThat(broken).isEmpty();
    }

    @Test
    void shouldListEachPageOfTheDocumentationInItsIndex() {
        Page index = Page.of("docs/README.md");
        List<String> listed = index.links();
        assertThat(Page.in("docs").stream()
                        .map(page -> Page.REPOSITORY
                                .resolve("docs")
                                .relativize(page.file())
                                .toString())
                        .filter(path -> !path.equals("README.md")))
                .allMatch(listed::contains);
    }

    private static long words(String sentence) {
        return WORD.matcher(sentence).results().count();
    }
}
