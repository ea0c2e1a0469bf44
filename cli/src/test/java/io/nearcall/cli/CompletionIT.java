// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a shell completes. */
@Timeout(400)
class CompletionIT {

    @TempDir
    private static Path directory;

    private static final Path SCRIPT =
            CompiledSources.REPOSITORY.resolve("cli/src/test/resources/io/nearcall/cli/complete.zsh");

    private static LiveServer server;

    @BeforeAll
    static void start() throws Exception {
        server = LiveServer.start(directory);
        Path bin = Files.createDirectories(directory.resolve("bin"));
        Path command = bin.resolve("nearcall");
        Files.writeString(command, "#!/bin/sh\nexec " + CompiledSources.REPOSITORY.resolve("cli/run") + " \"$@\"\n");
        Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
        for (String shell : List.of("bash", "zsh")) {
            Files.writeString(directory.resolve(shell), shell("sh", "nearcall completion " + shell));
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String shell(String shell, String script) throws IOException, InterruptedException {
        ProcessBuilder builder = server.command();
        builder.command(shell, "-c", script);
        builder.environment().merge("PATH", directory.resolve("bin") + ":", (path, bin) -> bin + path);
        Path out = directory.resolve("out");
        Process process = builder.redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(process.waitFor(170, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        return Files.readString(out);
    }

    @ParameterizedTest
    @CsvSource({
        "nearcall de, describe",
        "nearcall d, describe doctor dump",
        "nearcall call ol, old.market",
        "nearcall call market.pla, market.place",
        "nearcall describe market.sq, market.squares",
        "nearcall call --ti, --timeout",
        "nearcall errors ol, old.market",
        "nearcall trace ol, old.market",
        "nearcall ls --cl, --clients",
        "nearcall completion z, zsh",
    })
    void shouldCompleteInBash(String line, String expected) throws Exception {
        String script = "source " + directory.resolve("bash") + "; COMP_WORDS=(" + line
                + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1));" + " _nearcall; printf '%s\\n' \"${COMPREPLY[@]}\"";
        assertThat(shell("bash", script).lines().sorted()).containsExactlyElementsOf(List.of(expected.split(" ")));
    }

    /** {@code line} is the line after Tab on the first one, if only one word fits. */
    @ParameterizedTest
    @CsvSource({
        "nearcall de, nearcall describe , describe",
        "nearcall d, nearcall d, describe doctor dump",
        "nearcall call ol, nearcall call old.market, old.market",
        "nearcall call market.pla, nearcall call market.place, market.place",
        "nearcall describe market.sq, nearcall describe market.squares, market.squares",
        "nearcall call --ti, nearcall call --timeout , --timeout",
        "nearcall errors ol, nearcall errors old.market , old.market",
        "nearcall trace ol, nearcall trace old.market , old.market",
        "nearcall ls --cl, nearcall ls --clients , --clients",
        "nearcall completion z, nearcall completion zsh , zsh",
    })
    void shouldCompleteInZsh(String typed, String line, String words) throws Exception {
        assumeTrue(shell("sh", "command -v zsh || true").endsWith("zsh\n"));
        Path out = Files.createTempDirectory(directory, "zsh");
        shell("sh", "zsh -f " + SCRIPT + " '" + typed + "' " + out + ' ' + directory.resolve("zsh"));
        assertThat(Files.readString(out.resolve("line")).strip()).isEqualTo(line.strip());
        assertThat(Files.readAllLines(out.resolve("words")).stream().sorted())
                .containsExactlyElementsOf(List.of(words.split(" ")));
    }
}
