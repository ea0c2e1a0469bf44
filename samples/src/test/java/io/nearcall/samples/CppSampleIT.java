// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The sample with a server that is not a JVM, as a user starts it. The first run compiles the C library. */
@Timeout(300)
class CppSampleIT {

    @TempDir
    Path directory;

    @Test
    void shouldCallAServiceInCppAndBeCalledByIt() throws Exception {
        assumeTrue(Stream.of("make", "cc", "c++").allMatch(CppSampleIT::isThere));
        SampleRun run = new SampleRun(directory, "cpp");
        assertThat(run.await(240)).as(run.errors()).isZero();
        assertThat(run.output())
                .contains(
                        "[station] A station in C++ serves \"station\".",
                        "[client] read Reading[minute=2, celsius=23.1]",
                        "[client] alarm at minute 4",
                        "[client] alarms: 2",
                        "[client] refused: limit is NaN. Use a number of degrees.",
                        "[client] longest entry: minute 4: 24.9 degrees")
                .doesNotContain("minute=3");
        assertThat(run.errors()).isEmpty();
        run.assertNothingIsLeft();
    }

    private static boolean isThere(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
    }
}
