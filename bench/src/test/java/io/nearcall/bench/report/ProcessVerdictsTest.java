// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.pair.IdleCost;
import io.nearcall.bench.pair.IdleServers;
import io.nearcall.bench.start.ColdStart;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProcessVerdictsTest {

    private static final IdleCost ASLEEP = new IdleCost(0.0008, 29);

    @Test
    void shouldHoldAnIdleServerThatSleeps() {
        assertThat(idle(new IdleCost(0.0009, 30)).outcome()).isEqualTo("held");
    }

    @Test
    void shouldNotHoldAnIdleServerThatSpins() {
        assertThat(idle(new IdleCost(0.16, 30)).outcome()).isEqualTo("not held");
    }

    @Test
    void shouldWantABreakdownOfEachColdStart() {
        assertThat(starts("RMI", "Nearcall").outcome()).startsWith("not judged (no limit");
        assertThat(starts().outcome()).isEqualTo("not judged (not measured)");
    }

    private static Verdict idle(IdleCost own) {
        Map<String, IdleCost> idle = Map.of(IdleServers.SLEEPING, ASLEEP, "nearcall-shm", own);
        return Measured.verdict(new ProcessVerdicts(idle, List.of()).all(), "idle server");
    }

    private static Verdict starts(String... systems) {
        List<ColdStart> starts = Stream.of(systems)
                .map(system ->
                        new ColdStart(system, 3, 90, 80, 100, List.of(new ColdStart.Phase("JVM until main", 40))))
                .toList();
        return Measured.verdict(new ProcessVerdicts(Map.of(), starts).all(), "cold start");
    }
}
