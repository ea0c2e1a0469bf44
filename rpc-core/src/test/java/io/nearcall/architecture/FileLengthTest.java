// SPDX-License-Identifier: Apache-2.0
package io.nearcall.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whether the main sources of all modules are short enough to be read in one go. */
class FileLengthTest {

    private static final Path REPOSITORY = Path.of("..");
    private static final int MOST_LINES = 400;

    @Test
    void shouldHaveFewLines() throws IOException {
        List<Path> sources;
        try (Stream<Path> files = Files.find(REPOSITORY, 20, (path, attributes) -> isMainSource(path))) {
            sources = files.toList();
        }
        assertThat(sources).hasSizeGreaterThan(500); // else it has looked in the wrong place
        assertThat(sources)
                .filteredOn(source -> lines(source) > MOST_LINES)
                .as("main sources with more than %d lines", MOST_LINES)
                .isEmpty();
    }

    private static boolean isMainSource(Path path) {
        String text = path.toString();
        return text.endsWith(".java") && text.contains("/src/main/java/") && !text.contains("/target/");
    }

    private static long lines(Path source) {
        try (Stream<String> lines = Files.lines(source)) {
            return lines.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
