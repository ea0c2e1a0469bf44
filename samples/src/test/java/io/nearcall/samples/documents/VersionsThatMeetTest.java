// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The numbers that decide which versions meet are the same in the sources and on the pages. */
class VersionsThatMeetTest {

    private static final String CORE = "rpc-core/src/main/java/io/nearcall/internal/";
    private static final String IPC = "ipc-native/src/main/java/io/nearcall/ipc/";
    private static final Pattern DECLARATION = Pattern.compile("\\bstatic final int VERSION = \\d+;");

    /** What the guide calls it, and where its number is. */
    record Format(String name, String file, String constant) {

        Format(String name, String file) {
            this(name, file, "VERSION");
        }
    }

    static List<Format> formats() {
        return List.of(
                new Format("version of the protocol", CORE + "wire/ControlFormat.java"),
                new Format("version of the protocol", "peers/c/src/control_message.h", "NC_VERSION"),
                new Format("version of a segment", IPC + "segment/SegmentDescriptor.java"),
                new Format("version of the statistics page", CORE + "statistics/PageLayout.java"),
                new Format("version of the files of waits", CORE + "waits/WaitsFormat.java"),
                new Format("version of shared objects", IPC + "shared/ObjectDescriptor.java"),
                new Format("version of streams in a segment", IPC + "classic/StreamDescriptor.java"),
                new Format(
                        "version of the generator",
                        "codegen/src/main/java/io/nearcall/codegen/internal/BuiltClasses.java",
                        "GENERATOR"));
    }

    /** From the text: most constants are of packages that no other module sees, and one is in C. */
    private static String number(String file, String constant) {
        Matcher declared =
                Pattern.compile("\\b" + constant + " = (\\d+)[;,]").matcher(text(Page.REPOSITORY.resolve(file)));
        assertThat(declared.find()).as("%s declares %s", file, constant).isTrue();
        return declared.group(1);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("formats")
    void shouldStandInTheGuide(Format format) {
        List<String> rows = Page.of("docs/guide/dependencies.md")
                .text()
                .lines()
                .filter(line -> line.startsWith("| " + format.name() + " |"))
                .toList();
        assertThat(rows).hasSize(1);
        assertThat(rows.get(0).split("\\|")[2].strip()).isEqualTo(number(format.file(), format.constant()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "docs/internals/protocol.md   | # The protocol, version (\\d+)          | wire/ControlFormat.java",
                "docs/internals/protocol.md   | The version is (\\d+)\\.                | wire/ControlFormat.java",
                "docs/internals/statistics.md | \\n## What is in it[^#]*version of the format, (\\d+) | statistics/PageLayout.java",
                "docs/internals/statistics.md | \\n### What is in it[^#]*version of the format, (\\d+) | waits/WaitsFormat.java",
            })
    void shouldStandInTheDescription(String page, String sentence, String file) {
        Matcher said = Pattern.compile(sentence).matcher(Page.of(page).text());
        assertThat(said.find()).isTrue();
        assertThat(said.group(1)).isEqualTo(number(CORE + file, "VERSION"));
    }

    /** A format that is new has to be listed above, and so in the guide. */
    @Test
    void shouldBeKnownOfEachFormat() {
        List<String> listed = formats().stream()
                .filter(format -> format.constant().equals("VERSION"))
                .map(Format::file)
                .toList();
        assertThat(Stream.of(CORE, IPC).flatMap(VersionsThatMeetTest::declaring))
                .containsExactlyInAnyOrderElementsOf(listed);
    }

    private static Stream<String> declaring(String directory) {
        try (Stream<Path> files = Files.walk(Page.REPOSITORY.resolve(directory))) {
            return files
                    .filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> DECLARATION.matcher(text(file)).find())
                    .map(file -> Page.REPOSITORY.relativize(file).toString())
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
