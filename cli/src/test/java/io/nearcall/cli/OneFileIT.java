// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.cli.LiveServer.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command in one file, on the JDK at hand. */
@Timeout(400)
class OneFileIT {

    private static final Path FILE = CompiledSources.REPOSITORY.resolve("cli/target/nearcall");

    @TempDir
    private Path directory;

    private Run run(LiveServer server, String... arguments) throws IOException, InterruptedException {
        Path copy = directory.resolve("a file");
        if (!Files.exists(copy)) {
            Files.copy(FILE, copy, StandardCopyOption.COPY_ATTRIBUTES);
        }
        ProcessBuilder command = server.command(arguments);
        command.command().set(0, copy.toString());
        Process process = command.redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile())
                .start();
        assertThat(process.waitFor(170, TimeUnit.SECONDS)).isTrue();
        return new Run(
                process.exitValue(),
                Files.readString(directory.resolve("out")),
                Files.readString(directory.resolve("err")));
    }

    @Test
    void shouldCallWithoutAWarningOfTheJvm() throws Exception {
        try (LiveServer server = LiveServer.start(directory, "-Dio.nearcall.inspect=call")) {
            assertThat(run(server, "call", "market.greet", "world")).isEqualTo(new Run(0, "\"Hello, world\"\n", ""));
            assertThat(run(server, "version").out()).startsWith("nearcall 0.").endsWith(Runtime.version() + "\n");
        }
    }

    @Test
    void shouldHaveAManualOfAllVerbs() throws Exception {
        List<String> lines = Files.readAllLines(FILE.resolveSibling("nearcall.1"));
        assertThat(lines.get(0)).startsWith(".TH NEARCALL 1");
        assertThat(lines)
                .anyMatch(line -> line.startsWith(".B nearcall call ") && line.endsWith("SERVICE.METHOD [JSON...]"))
                .contains(".SS nearcall call", ".SS nearcall doctor", ".SH EXIT STATUS", ".B 130")
                .noneMatch(line -> line.contains("${") || line.contains("@|"));
    }
}
