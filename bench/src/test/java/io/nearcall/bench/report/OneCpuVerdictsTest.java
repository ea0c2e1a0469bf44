// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;

class OneCpuVerdictsTest {

    @Test
    void shouldCompareEachChannelWithRmiWhereBothSidesShareACpu() {
        PairResults pair = Measured.pair(
                Measured.call("nearcall-shm-one-cpu", Workload.BYTES_4000, 25_000, null),
                Measured.call("nearcall-fifo-one-cpu", Workload.BYTES_4000, 11_000, null),
                Measured.call("rmi-one-cpu", Workload.BYTES_4000, 22_000, null));
        List<Verdict> all = new OneCpuVerdicts(new Results(List.of(pair))).all();

        assertThat(Measured.verdict(all, "both on one CPU, nearcall-fifo-one-cpu, byte[] of 4000:")
                        .text())
                .containsPattern("^held +2\\.00");
        assertThat(Measured.verdict(all, "both on one CPU, nearcall-shm-one-cpu, byte[] of 4000:")
                        .text())
                .containsPattern("^not held +0\\.88");
    }
}
