// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.pair.Transfer;
import java.util.List;
import org.junit.jupiter.api.Test;

class TransferVerdictsTest {

    private static final int MIB = 1 << 20;

    @Test
    void shouldCompareLongArraysWithAPlainCopyOfBothWays() {
        List<Verdict> all = new TransferVerdicts(List.of(
                        new Transfer("floor", MIB, 16, 9, 10_000, 1, 1),
                        new Transfer("floor", MIB, MIB, 9, 100_000, 1, 1),
                        new Transfer("nearcall-shm", MIB, MIB, 9, 150_000, 1, 1),
                        new Transfer("floor", 128 * MIB, 128 * MIB, 3, 40e6, 1, 1),
                        new Transfer("nearcall-shm", 128 * MIB, 128 * MIB, 3, 90e6, 1, 1)))
                .all();

        assertThat(Measured.verdict(all, "byte[] of 1 MiB").text()).containsPattern("^held +1\\.50");
        assertThat(Measured.verdict(all, "byte[] of 128 MiB").text()).containsPattern("^not held +2\\.25");
    }
}
