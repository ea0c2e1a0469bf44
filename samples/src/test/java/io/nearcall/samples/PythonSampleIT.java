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
class PythonSampleIT {

    @TempDir
    Path directory;

    @Test
    void shouldCallAServiceInPythonAndBeCalledByIt() throws Exception {
        assumeTrue(Stream.of("make", "cc", "python3").allMatch(PythonSampleIT::isThere));
        SampleRun run = new SampleRun(directory, "python");
        assertThat(run.await(240)).as(run.errors()).isZero();
        assertThat(run.output())
                .contains(
                        "[speller] A speller in Python serves \"speller\".",
                        "[client] meant: Suggestion[word=call, likeness=0.86]",
                        "[client] meant: Suggestion[word=coal, likeness=0.86]",
                        "[client] unknown: lane, meant: late",
                        "[client] unknown: cal, meant: call",
                        "[client] unknown: tiem, meant: time",
                        "[client] unknown words: 3",
                        "[client] refused: \"two words\" is no word. Use letters only.",
                        "[client] learned: 3",
                        "[client] unknown words: 0")
                .doesNotContain("word=carries");
        assertThat(run.errors()).isEmpty();
        run.assertNothingIsLeft();
    }

    private static boolean isThere(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
    }
}
