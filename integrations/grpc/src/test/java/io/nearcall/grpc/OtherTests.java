// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Tests of another module, run in a JVM of their own that has this module on its class path, too. */
final class OtherTests {

    private final Path classes;
    private final List<String> options = new ArrayList<>();
    private final List<String> selection = new ArrayList<>();
    private final Map<String, String> environment;

    /** @param module its directory, seen from the root of the sources */
    OtherTests(String module, Map<String, String> environment) {
        this.classes =
                Path.of("../..", module, "target/test-classes").toAbsolutePath().normalize();
        this.environment = environment;
    }

    Path classes() {
        return classes;
    }

    /** An option of the JVM. */
    OtherTests option(String option) {
        options.add(option);
        return this;
    }

    /** What the console of JUnit is to run. */
    OtherTests select(String... words) {
        selection.addAll(List.of(words));
        return this;
    }

    /** Runs them, and fails with all that they have said if one fails. */
    void run(Path log) throws IOException, InterruptedException {
        String own = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(List.of("-cp", classes + File.pathSeparator + own));
        command.addAll(options);
        command.addAll(List.of("org.junit.platform.console.ConsoleLauncher", "execute"));
        command.addAll(selection);
        command.addAll(List.of("--fail-if-no-tests", "--details", "tree", "--disable-banner"));
        command.addAll(List.of("--disable-ansi-colors"));
        command.addAll(List.of("--config", "junit.jupiter.execution.timeout.testable.method.default=60 s"));
        command.addAll(List.of("--config", "junit.jupiter.execution.timeout.thread.mode.default=SEPARATE_THREAD"));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            int status = process.waitFor();
            assertThat(status).as(Files.readString(log)).isZero();
        } finally {
            process.destroyForcibly();
        }
    }
}
