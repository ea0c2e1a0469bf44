// SPDX-License-Identifier: Apache-2.0
package io.nearcall.windows;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Runs tests in a JVM under Wine. */
abstract class UnderWine {

    private static final Path LOGS = Path.of("target/windows");
    private static final Pattern SUCCESSFUL = Pattern.compile("\\[ +(\\d+) tests successful +]");

    private static Wine wine;

    @BeforeAll
    static void begin() throws IOException {
        // One for each JVM of tests: to end Wine is to kill all processes of its directory.
        wine = new Wine(Files.createDirectories(
                LOGS.resolve("wine-" + ProcessHandle.current().pid())));
    }

    @AfterAll
    static void end() {
        wine.close();
    }

    static Wine wine() {
        return wine;
    }

    /**
     * Runs them over a channel.
     *
     * @param leastTests how many must be successful; none may fail
     * @param options options of the JVM
     * @param selectors which tests, in the words of JUnit's console
     */
    static void run(
            String name, int version, String channel, int leastTests, List<String> options, List<String> selectors)
            throws Exception {
        Path log = LOGS.resolve(name + ".log");
        List<String> arguments = new ArrayList<>(options);
        arguments.addAll(List.of("org.junit.platform.console.ConsoleLauncher", "execute"));
        arguments.addAll(selectors);
        arguments.addAll(List.of("--details", "summary", "--disable-banner", "--disable-ansi-colors"));
        arguments.addAll(List.of("--config", "junit.jupiter.execution.timeout.testable.method.default=60 s"));
        arguments.addAll(List.of("--config", "junit.jupiter.execution.timeout.thread.mode.default=SEPARATE_THREAD"));
        ProcessBuilder builder = wine.java(version, arguments).redirectOutput(log.toFile());
        builder.environment().put("NEARCALL_CHANNEL", channel);
        Process tests = builder.start();
        try {
            int status = tests.waitFor();
            String said = Files.readString(log);
            Matcher successful = SUCCESSFUL.matcher(said);
            assertThat(successful.find()).as(said).isTrue();
            assertThat(status).as(said).isZero();
            assertThat(Integer.parseInt(successful.group(1))).isGreaterThanOrEqualTo(leastTests);
        } finally {
            tests.destroyForcibly();
        }
    }
}
