// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MachineTest {

    @Test
    void shouldCountTheCpusOfRanges() {
        assertThat(Machine.cpus("0-2,5,8-9")).containsExactly("0", "1", "2", "5", "8", "9");
    }
}
