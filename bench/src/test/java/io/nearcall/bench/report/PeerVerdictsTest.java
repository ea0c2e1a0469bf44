// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeerVerdictsTest {

    @Test
    void shouldHoldWhatIsBelowAeronsEchoOfTheSamePair() {
        PairResults pair = Measured.pair(
                Measured.call("nearcall-shm", Workload.PING, 150, null),
                Measured.call("aeron", Workload.PING, 200, null));

        assertThat(verdict("ping: x a raw echo", pair).text()).containsPattern("^held +0\\.75");
    }

    @Test
    void shouldNotHoldAnOrderThatIsSlowerThanTheOneCodedByHand() {
        PairResults pair = Measured.pair(
                Measured.call("nearcall-shm", Workload.ORDER, 600, null),
                Measured.call("aeron", Workload.ORDER, 500, null));

        assertThat(verdict("order: x the same coded by hand", pair).text()).containsPattern("^not held +1\\.20");
    }

    @Test
    void shouldCompareWithTheFasterOfRmiAndDirmiOnOneCpu() {
        PairResults pair = Measured.pair(
                Measured.call("nearcall-shm-one-cpu", Workload.ADD, 6_000, null),
                Measured.call("rmi-one-cpu", Workload.ADD, 18_000, null),
                Measured.call("dirmi-one-cpu", Workload.ADD, 9_000, null));

        assertThat(verdict("both on one CPU, add", pair).text()).containsPattern("^held +1\\.50");
    }

    @Test
    void shouldNotJudgeOneCpuWithoutDirmi() {
        PairResults pair = Measured.pair(
                Measured.call("nearcall-shm-one-cpu", Workload.ADD, 6_000, null),
                Measured.call("rmi-one-cpu", Workload.ADD, 18_000, null));

        assertThat(verdict("both on one CPU, add", pair).outcome()).isEqualTo("not judged (not measured)");
    }

    private static Verdict verdict(String beginning, PairResults pair) {
        return Measured.verdict(new PeerVerdicts(new Results(List.of(pair))).all(), beginning);
    }
}
