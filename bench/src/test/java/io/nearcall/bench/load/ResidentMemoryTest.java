// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ResidentMemoryTest {

    @Test
    void shouldReadWhatTheKernelSays() {
        List<String> rollup = List.of(
                "560c35dfa000-7fff199c3000 ---p 00000000 00:00 0                          [rollup]",
                "Rss:                1752 kB",
                "Pss:                 220 kB",
                "Pss_Dirty:           112 kB",
                "Pss_Shmem:            16 kB");

        assertThat(ResidentMemory.parse(rollup)).isEqualTo(new ResidentMemory(1752, 220, 16));
    }

    @Test
    void shouldSeeThisProcess() throws Exception {
        assertThat(ResidentMemory.of(ProcessHandle.current().pid()).residentKib())
                .isGreaterThan(1_000);
    }
}
