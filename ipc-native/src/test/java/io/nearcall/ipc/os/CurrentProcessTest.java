// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class CurrentProcessTest {

    private static final Path STATUS = Path.of("/proc/thread-self/status");
    private static final Path STAT = Path.of("/proc/thread-self/stat");

    /** Behind the name in {@code /proc/thread-self/stat}, which may hold blanks. */
    private static final int PROCESSOR_FIELD = 36;

    @Test
    void shouldLeaveTheProcessorAndKeepTheAffinity() throws IOException {
        Assumptions.assumeTrue(Runtime.getRuntime().availableProcessors() > 1);
        String before = affinity();
        int moved = 0;
        for (int i = 0; i < 100; i++) {
            int cpu = processor();
            assertThat(CurrentProcess.leaveCpu()).isEqualTo(1);
            if (processor() != cpu) {
                moved++;
            }
        }
        assertThat(affinity()).isEqualTo(before);
        assertThat(moved).isGreaterThanOrEqualTo(25); // it may be moved back at any time
    }

    private static String affinity() throws IOException {
        return Files.readAllLines(STATUS).stream()
                .filter(each -> each.startsWith("Cpus_allowed:"))
                .findFirst()
                .orElseThrow();
    }

    private static int processor() throws IOException {
        String stat = Files.readString(STAT);
        return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[PROCESSOR_FIELD]);
    }
}
