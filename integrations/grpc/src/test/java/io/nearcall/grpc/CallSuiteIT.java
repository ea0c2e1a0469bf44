// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs rpc-core's own tests of calls once more: the client finds the server by an address of another host. */
class CallSuiteIT {

    private static final Path TESTS =
            Path.of("../../rpc-core/target/test-classes").toAbsolutePath().normalize();

    /** References, callbacks, streams, futures, one-way calls, deadlines, virtual threads. */
    private static final String NAMES = "io\\.nearcall\\.((context|reference|stream)\\.)?"
            + "(Batch|ByValue|CallAsync|CallbackThreads|ClosedStreams|Cycles|Deadlines|FailuresWithinCalls"
            + "|FurtherInterfaces|Futures|Interruption|OneWay|OrderOfCallbacks|Publishers|References|Streams"
            + "|UnansweredFutures|Unreferenced|VirtualThreads|WhichDeadline|WithdrawnObjects)(Test|IT)";

    @Test
    @Timeout(1200)
    void shouldPass(@TempDir Path directory) throws Exception {
        String own = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(List.of("-cp", TESTS + File.pathSeparator + own));
        command.add("-Dio.nearcall.dir=" + directory.resolve("run"));
        command.addAll(List.of("org.junit.platform.console.ConsoleLauncher", "execute"));
        command.addAll(List.of("--scan-class-path", TESTS.toString(), "--include-classname", NAMES));
        command.addAll(List.of("--fail-if-no-tests", "--details", "tree", "--disable-banner"));
        command.addAll(List.of("--disable-ansi-colors"));
        command.addAll(List.of("--config", "junit.jupiter.execution.timeout.testable.method.default=60 s"));
        command.addAll(List.of("--config", "junit.jupiter.execution.timeout.thread.mode.default=SEPARATE_THREAD"));
        Path log = Path.of("target/call-suite.log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("NEARCALL_TEST_OTHER_HOST", "grpc");
        Process process = builder.start();
        try {
            assertThat(process.waitFor()).as(Files.readString(log)).isZero();
        } finally {
            process.destroyForcibly();
        }
    }
}
