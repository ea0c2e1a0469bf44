// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a shell completes. */
@Timeout(400)
class CompletionIT {

    @TempDir
    private static Path directory;

    private static LiveServer server;

    @BeforeAll
    static void start() throws IOException {
        server = LiveServer.start(directory);
        Path bin = Files.createDirectories(directory.resolve("bin"));
        Path command = bin.resolve("nearcall");
        Files.writeString(command, "#!/bin/sh\nexec " + CompiledSources.REPOSITORY.resolve("cli/run") + " \"$@\"\n");
        Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
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
        "nearcall ls --cl, --clients",
        "nearcall completion z, zsh",
    })
    void shouldCompleteInBash(String line, String expected) throws Exception {
        String script = "source <(nearcall completion bash); COMP_WORDS=(" + line
                + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1));" + " _nearcall; printf '%s\\n' \"${COMPREPLY[@]}\"";
        assertThat(shell("bash", script).lines().sorted()).containsExactlyElementsOf(List.of(expected.split(" ")));
    }

    @Test
    void shouldPrintAScriptThatZshReads() throws Exception {
        String script = shell("sh", "nearcall completion zsh");
        assertThat(script).startsWith("#compdef nearcall\n").contains("completion --names");
        if (!Files.isExecutable(Path.of("/usr/bin/zsh"))) { // Debian's; nothing else here needs it
            return;
        }
        shell("sh", "nearcall completion zsh >\"$NEARCALL_DIR/../script\" && zsh -n \"$NEARCALL_DIR/../script\"");
    }
}
