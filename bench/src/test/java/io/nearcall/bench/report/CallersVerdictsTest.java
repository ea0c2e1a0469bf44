// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.pair.Throughput;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallersVerdictsTest {

    private final List<Throughput> group = List.of(
            new Throughput("nearcall-shm", 1, 5e6),
            new Throughput("nearcall-shm", 8, 3e6),
            new Throughput("nearcall-shm", 64, 6e6),
            new Throughput("rmi", 8, 1e5),
            new Throughput("rmi-one-cpu", 8, 4e5),
            new Throughput("rmi", 64, 1e5),
            new Throughput("aeron", 8, 4e6));

    @Test
    void shouldCompareWithAsManyCallersOfRmiInItsBetterPlacement() {
        assertThat(verdict("add, 8 callers: x RMI's").text()).containsPattern("^not held +7\\.50");
        assertThat(verdict("add, 64 callers: x RMI's").text()).containsPattern("^held +60");
    }

    @Test
    void shouldWantNoFewerCallsThanWithOneCaller() {
        assertThat(verdict("add, 8 callers: x Nearcall's").outcome()).isEqualTo("not held");
        assertThat(verdict("add, 64 callers: x Nearcall's").outcome()).isEqualTo("held");
    }

    @Test
    void shouldNotJudgeNumbersOfCallersThatWereNotMeasured() {
        assertThat(verdict("add, 2 callers: x RMI's").outcome()).isEqualTo("not judged (not measured)");
    }

    @Test
    void shouldCompareWithAsManyEchoesOverAeron() {
        List<Verdict> all = new CallersVerdicts(List.of(group)).ofPeers();

        assertThat(Measured.verdict(all, "add, 8 callers").text()).containsPattern("^not held +0\\.75");
    }

    private Verdict verdict(String beginning) {
        return Measured.verdict(new CallersVerdicts(List.of(group)).all(), beginning);
    }
}
