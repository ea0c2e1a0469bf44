// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.cli.LiveServer.Run;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The lines of the README about the sample and the command beside it, as a user types them into two terminals. */
@Timeout(400)
class ReadmeLinesIT {

    private static final Pattern LINES =
            Pattern.compile("```sh\n(samples/run quickstart server .*?)```", Pattern.DOTALL);

    @TempDir
    private static Path directory;

    private static String classPath;

    @BeforeAll
    static void compileTheSample() throws IOException {
        Path classes = CompiledSources.ofProgram(
                "samples/src/main/java", "io/nearcall/samples/quickstart/Server.java", directory.resolve("classes"));
        classPath = classes + ":" + System.getProperty("java.class.path");
    }

    private static List<String> lines() throws IOException {
        Matcher lines = LINES.matcher(Files.readString(CompiledSources.REPOSITORY.resolve("README.md")));
        assertThat(lines.find()).isTrue();
        return lines.group(1).lines().toList();
    }

    /** In the root of a clone that is built. Only the usual directory is one for this test. */
    private static ProcessBuilder terminal(String line) {
        ProcessBuilder builder = new ProcessBuilder("env", "--default-signal=INT", "bash", "-c", line)
                .directory(CompiledSources.REPOSITORY.toFile());
        builder.environment().put("SAMPLES_CLASSPATH", classPath);
        builder.environment().put("CLI_CLASSPATH", System.getProperty("java.class.path"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("NEARCALL_DIR", directory.resolve("meet").toString());
        return builder;
    }

    private static Run run(String line) throws IOException, InterruptedException {
        return Run.of(terminal(line).redirectInput(new File("/dev/null")), directory);
    }

    @Test
    void shouldShowAndCallTheSampleBesideIt() throws Exception {
        List<String> lines = lines();
        Process server = terminal("exec " + lines.get(0))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = server.inputReader()) {
            assertThat(out.readLine()).isEqualTo("The order service is open.");
            for (String line : lines.subList(1, lines.size())) {
                Run run = run(line);
                assertThat(run.exitCode()).as(line + '\n' + run.err()).isZero();
                assertThat(run.out()).as(line).contains(line.contains(" call ") ? "\"totalCents\":" : "orders");
            }
            assertThat(lines).hasSize(4);

            new ProcessBuilder("kill", "-INT", Long.toString(server.pid()))
                    .start()
                    .waitFor();
            assertThat(server.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(server.exitValue()).isEqualTo(130);
            assertThat(run("cli/run ls --json").out()).isEmpty();
        } finally {
            server.destroy();
        }
    }
}
