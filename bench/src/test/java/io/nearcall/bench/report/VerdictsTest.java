// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.Workload;
import io.nearcall.bench.pair.IdleServers;
import io.nearcall.bench.pair.Measurement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VerdictsTest {

    private static final Map<String, Double> QUIET = Map.of(IdleServers.SLEEPING, 0.0008, "nearcall-shm", 0.0009);

    private final Measurement rmi = Measured.call("rmi", Workload.PING, 18_000, null);

    @Test
    void shouldCompareFifosWithRmiWhereBothSidesShareACpu() {
        PairResults pair = Measured.pair(
                Measured.floor(110),
                Measured.call("nearcall-fifo-one-cpu", Workload.BYTES_4000, 11_000, null),
                Measured.call("rmi-one-cpu", Workload.BYTES_4000, 22_000, null));
        assertThat(new Verdicts(new Results(List.of(pair))).all(QUIET))
                .filteredOn(verdict -> verdict.text().startsWith("over FIFOs, both on one CPU, bytes 4000:"))
                .singleElement()
                .satisfies(verdict -> assertThat(verdict.text()).containsPattern("2\\.00 +held"));
    }

    @Test
    void shouldHoldWhatIsWithinItsTarget() {
        PairResults pair = Measured.pair(Measured.floor(110), Measured.call("nearcall-shm", Workload.PING, 200, 1.82));

        assertThat(outcome("ping, one caller: x the floor", QUIET, pair)).isEqualTo("held");
    }

    @Test
    void shouldNotHoldWhatIsBeyondItsTarget() {
        PairResults pair = Measured.pair(Measured.floor(110), Measured.call("nearcall-shm", Workload.PING, 250, 2.27));

        assertThat(outcome("ping, one caller: x the floor", QUIET, pair)).isEqualTo("not held");
    }

    @Test
    void shouldJudgeMultiplesOfRmiWhereTheFloorIsFast() {
        Measurement own = Measured.call("nearcall-shm", Workload.PING, 200, 1.82);

        assertThat(outcome("ping, one caller: x faster", QUIET, Measured.pair(Measured.floor(110), own, rmi)))
                .isEqualTo("held");
    }

    @Test
    void shouldNotJudgeMultiplesOfRmiWhereTheFloorIsSlow() {
        Measurement own = Measured.call("nearcall-shm", Workload.PING, 900, 1.82);

        assertThat(outcome("ping, one caller: x faster", QUIET, Measured.pair(Measured.floor(495), own, rmi)))
                .isEqualTo("not judged (floor in slow state)");
    }

    @Test
    void shouldNotJudgeWhatWasNotMeasured() {
        assertThat(outcome("order, one caller: x (floor", Map.of(), Measured.pair(Measured.floor(110))))
                .isEqualTo("not judged (not measured)");
    }

    @Test
    void shouldNotHoldAnIdleServerThatSpins() {
        Map<String, Double> spinning = Map.of(IdleServers.SLEEPING, 0.0008, "nearcall-shm", 0.16);

        assertThat(outcome("idle server", spinning, Measured.pair(Measured.floor(110))))
                .isEqualTo("not held");
    }

    private static String outcome(String beginning, Map<String, Double> idle, PairResults pair) {
        return new Verdicts(new Results(List.of(pair)))
                .all(idle).stream()
                        .filter(verdict -> verdict.what().startsWith(beginning))
                        .findFirst()
                        .orElseThrow()
                        .outcome();
    }
}
