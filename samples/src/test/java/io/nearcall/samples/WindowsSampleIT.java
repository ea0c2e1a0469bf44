// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The sample whose JVMs run under Wine. The first run fetches a compiler and a runtime. */
@Timeout(300)
class WindowsSampleIT {

    @TempDir
    Path directory;

    @Test
    void shouldOrderBetweenTwoProcessesOfWindows() throws Exception {
        SampleRun run = new SampleRun(directory, "windows");
        assertThat(run.await(240)).as(run.errors()).isZero();
        assertThat(run.output())
                .contains(
                        "[kitchen] The kitchen is open, on Windows 10.",
                        "[kitchen] served: 1000",
                        "[kitchen] thanks: it was good",
                        "[client] ordered: 1000, on Windows 10");
        run.assertNothingIsLeft();
    }

    @Test
    void shouldCallBetweenTwoProcessesOfWindows() throws Exception {
        SampleRun run = new SampleRun(directory, "windows", "callback");
        assertThat(run.await(240)).as(run.errors()).isZero();
        assertThat(run.output())
                .contains(
                        "[kitchen] The kitchen is open.",
                        "[client] asked about garlic: no, on thread main",
                        "[client] sent back: The soup is cold.");
        run.assertNothingIsLeft();
    }
}
