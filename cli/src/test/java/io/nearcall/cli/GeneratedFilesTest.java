// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The generated files in the repository are what the command writes. {@code -Dgenerated.renew} writes them again, for a change that is
 * meant.
 */
class GeneratedFilesTest {

    private static final String DEPOT = "peers/c/tests/java/depot";
    private static final String STATION = "samples/src/main/java/io/nearcall/samples/cpp";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "java, depot.Depot, " + DEPOT + ", cli/src/test/resources/io/nearcall/cli/depot.txt",
        "json, io.nearcall.samples.cpp.Station, " + STATION + ", cli/src/test/resources/io/nearcall/cli/station.json",
        "c++, depot.Depot, " + DEPOT + ", peers/cpp/tests/depot.hpp",
    })
    void shouldBeWhatTheCommandWrites(String format, String type, String sources, Path file) throws IOException {
        Path classes = CompiledSources.ofDirectory(sources, directory.resolve("classes"));
        Path output = directory.resolve("output");
        CommandRun run = CommandRun.of(
                "describe", type, "--class-path", classes.toString(), "--format", format, "-o", output.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        Path written = output.resolve(file.getFileName());
        Path kept = CompiledSources.REPOSITORY.resolve(file);
        if (System.getProperty("generated.renew") != null) {
            Files.writeString(kept, Files.readString(written));
        }
        assertThat(written).hasSameTextualContentAs(kept);
    }
}
