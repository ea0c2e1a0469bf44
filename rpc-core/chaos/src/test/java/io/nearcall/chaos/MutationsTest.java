// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.TestAbortedException;

/** The patches by which {@code mutations/run} breaks the product, row by row; here none is run. */
class MutationsTest {

    private static final Path PATCHES = Path.of("mutations").toAbsolutePath();
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    private static String patch(Row row) {
        return row.name().toLowerCase(Locale.ROOT).replace(' ', '-') + ".patch";
    }

    static List<Row> rows() {
        return Rows.all();
    }

    @Test
    void shouldBeOneForEachRow() throws IOException {
        try (Stream<Path> files = Files.list(PATCHES)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".patch")))
                    .containsExactlyInAnyOrderElementsOf(
                            Rows.all().stream().map(MutationsTest::patch).toList());
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void shouldSayWhatTheirRowSays(Row row) throws IOException {
        List<String> lines = Files.readAllLines(PATCHES.resolve(patch(row)));
        assertThat(lines.get(0)).isEqualTo("It fails if " + row.mutation() + ".");
        assertThat(lines.get(1)).matches("Its row says: .+");
    }

    @ParameterizedTest
    @MethodSource("rows")
    void shouldApplyToTheSources(Row row) throws IOException, InterruptedException {
        ProcessBuilder git = new ProcessBuilder(
                        "git", "apply", "--check", PATCHES.resolve(patch(row)).toString())
                .directory(ROOT.toFile())
                .redirectErrorStream(true);
        // In a repository around the sources, nothing would be checked.
        git.environment().put("GIT_CEILING_DIRECTORIES", ROOT.getParent().toString());
        Process process;
        try {
            process = git.start();
        } catch (IOException e) {
            throw new TestAbortedException("there is no git", e);
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }
}
