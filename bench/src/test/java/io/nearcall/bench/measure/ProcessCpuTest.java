// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcessCpuTest {

    @Test
    void shouldCountThreadsThatStayedAndThreadsThatCame() {
        assertThat(ProcessCpu.usedNs(Map.of("1", 100L), Map.of("1", 130L, "2", 5L)))
                .isEqualTo(35);
    }

    @Test
    void shouldNotSubtractWhatAThreadRanThatHasEnded() {
        assertThat(ProcessCpu.usedNs(Map.of("1", 100L, "2", 1_000L), Map.of("1", 130L)))
                .isEqualTo(30);
    }

    @Test
    void shouldSeeThisProcessWork() throws Exception {
        Map<String, Long> before = ProcessCpu.runNs(ProcessHandle.current().pid());
        long usedNs = 0;
        while (usedNs <= 1_000_000) { // this loop's own, however little of a processor it is given
            usedNs = ProcessCpu.usedNs(
                    before, ProcessCpu.runNs(ProcessHandle.current().pid()));
        }
        assertThat(usedNs).isPositive();
    }
}
