// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.chaos.kill.KilledAtPoint;
import io.nearcall.chaos.load.Soak;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file after several parts of a campaign have been written into it, one after the other. */
class ReportTest {

    /** Revisions that begin with the same letter have the same main sources. */
    private static final Function<String, Optional<String>> SOURCES =
            revision -> revision.endsWith(" with changes") ? Optional.empty() : Optional.of(revision.substring(0, 1));

    private static final Campaign CAMPAIGN = new Campaign(7, 150, Path.of(""));

    private static String report(int part, String revision, Row row, String note, String before) throws IOException {
        return report(part, revision, "", row, note, before);
    }

    private static String report(int part, String revision, String variant, Row row, String note, String before)
            throws IOException {
        Tally tally = new Tally(row.name());
        tally.note(note);
        return new Report(
                        CAMPAIGN,
                        new Part(part, 5),
                        revision,
                        SOURCES,
                        variant,
                        List.of(row),
                        List.of(tally),
                        60_000_000_000L)
                .toMarkdown(before);
    }

    @Test
    void shouldKeepTheRowsOfOtherPartsAndNameTheCommitOfEach() throws IOException {
        String first = report(3, "abc", new Soak(), "as warm as before", "");
        String both = report(1, "def", new KilledAtPoint(), "all dead", first);
        assertThat(both).contains("| 3/5 | abc |", "| 1/5 | def |", "Seen: as warm as before.", "Seen: all dead.");
        assertThat(both).containsSubsequence("| killed at a point | ", "| 1/5 |", "| soak | ", "| 3/5 |");
        assertThat(both).containsSubsequence("**killed at a point.** ", "**soak.** ");
    }

    @Test
    void shouldReplaceWhatAnEarlierRunOfTheSamePartHasWritten() throws IOException {
        String first = report(1, "abc", new KilledAtPoint(), "one survived", "");
        String again = report(1, "def", new KilledAtPoint(), "all dead", first);
        assertThat(again).contains("| 1/5 | def |", "all dead").doesNotContain("abc", "one survived");
    }

    @Test
    void shouldForgetTheRowsOfThePartThatAnotherCommitHasWritten() throws IOException {
        String first = report(1, "abc", new KilledAtPoint(), "one survived", "");
        assertThat(report(1, "abc", new Soak(), "as warm as before", first))
                .contains("one survived", "as warm as before");
        assertThat(report(1, "def", new Soak(), "as warm as before", first))
                .contains("as warm as before")
                .doesNotContain("abc", "one survived");
    }

    @Test
    void shouldForgetAPartOfWhichNoRowIsLeft() throws IOException {
        String first = report(1, "abc", new KilledAtPoint(), "one survived", "");
        String moved = report(2, "def", new KilledAtPoint(), "all dead", first);
        assertThat(moved).contains("| 2/5 | def |").doesNotContain("| 1/5 |", "one survived");
    }

    @Test
    void shouldBeginAnewWhereTheFileHasAnotherForm() throws IOException {
        String old = "# Reliability\n\n| row | episodes |\n| --- | ---: |\n| soak | 3 |\n";
        String anew = report(1, "abc", new KilledAtPoint(), "all dead", old);
        assertThat(anew).contains("| killed at a point |").doesNotContain("soak");
    }

    @Test
    void shouldBeTheSameWhenItIsWrittenAgain() throws IOException {
        String first = report(1, "abc", new KilledAtPoint(), "all dead", "");
        assertThat(report(1, "abc", new KilledAtPoint(), "all dead", first)).isEqualTo(first);
    }

    @Test
    void shouldSayWhetherAllPartsRanOnTheSameMainSources() throws IOException {
        String first = report(1, "abc", new KilledAtPoint(), "all dead", "");
        assertThat(first).contains("- all parts ran on the same main sources\n");
        assertThat(report(2, "ade", new Soak(), "as warm as before", first))
                .contains("- all parts ran on the same main sources\n");
        assertThat(report(2, "def", new Soak(), "as warm as before", first))
                .contains("**different main sources**, 2 of");
        assertThat(report(2, "abc with changes", new Soak(), "as warm as before", first))
                .contains("- **not known**");
    }

    private static void write(Path file, String variant, String svg, Row row) throws IOException {
        Tally tally = new Tally(row.name());
        tally.figure(svg);
        new Report(CAMPAIGN, new Part(4, 5), "abc", SOURCES, variant, List.of(row), List.of(tally), 60_000_000_000L)
                .write(file);
    }

    @Test
    void shouldShowAFigureInTheTextOfItsRow(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("reliability.md");
        write(file, "", "<svg>usual</svg>", new Soak());
        write(file, " (JDK 25)", "<svg>newer</svg>", new Soak());
        assertThat(Files.readString(file))
                .containsSubsequence(
                        "**soak.** ",
                        "(neighbours/soak.svg)\n",
                        "**soak (JDK 25).** ",
                        "(neighbours/soak-JDK-25.svg)\n");
        assertThat(directory.resolve("neighbours/soak.svg")).hasContent("<svg>usual</svg>");
        assertThat(directory.resolve("neighbours/soak-JDK-25.svg")).hasContent("<svg>newer</svg>");
    }

    @Test
    void shouldKeepTheFiguresOfOtherPartsAndNoneThatNoRowShows(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("reliability.md");
        write(file, "", "<svg/>", new Soak());
        Path stale = Files.writeString(directory.resolve("neighbours/stale.svg"), "<svg/>");
        write(file, "", "<svg/>", new KilledAtPoint());
        assertThat(stale).doesNotExist();
        assertThat(directory.resolve("neighbours/soak.svg")).exists();
        assertThat(Files.readString(file)).contains("(neighbours/soak.svg)", "(neighbours/killed-at-a-point.svg)");
    }

    @Test
    void shouldKeepTheRowsOfOtherJvmsBesideTheUsualOnes() throws IOException {
        String usual = report(1, "abc", new KilledAtPoint(), "all dead", "");
        String both = report(1, "def", " (JDK 25)", new KilledAtPoint(), "dead as well", usual);
        assertThat(both).contains("| 1/5 | abc |", "| 1/5 (JDK 25) | def |");
        assertThat(both).containsSubsequence("| killed at a point | ", "| killed at a point (JDK 25) | ");
        assertThat(both).containsSubsequence("all dead", "dead as well");
    }
}
