// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.pair.IdleCost;
import io.nearcall.bench.pair.IdleServers;
import io.nearcall.bench.start.ColdStart;
import java.util.List;
import java.util.Map;
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
    void shouldJudgeAStartBesideTheOneOverRmiOfTheSameRound() {
        List<ColdStart> starts = List.of(start("Nearcall", 100.0, 900.0, 120.0), start("RMI", 100.0, 750.0, 60.0));

        Verdict verdict = of(starts, "process start to first place(Order), without classes made at build time");

        assertThat(verdict.ofEachPair()).containsExactly(1.0, 1.2, 2.0);
        assertThat(verdict.valueText()).isEqualTo("1.20");
        assertThat(verdict.outcome()).isEqualTo("held");
        assertThat(verdict.group()).isEqualTo(VerdictGroup.LIFE);
    }

    @Test
    void shouldNotHoldAStartThatTakesLonger() {
        List<ColdStart> starts = List.of(start("greet, Nearcall", 126.0), start("greet, RMI", 100.0));

        assertThat(of(starts, "process start to first greet(String), without classes")
                        .outcome())
                .isEqualTo("not held");
    }

    @Test
    void shouldWantNoMoreThanRmiTakesFromAStartWithClassesOfTheBuild() {
        List<ColdStart> starts = List.of(
                start("greet, Nearcall, built classes", 100.0),
                start("greet, RMI", 100.0),
                start("Nearcall, built classes", 101.0),
                start("RMI", 100.0));

        assertThat(of(starts, "process start to first greet(String), with classes")
                        .outcome())
                .isEqualTo("held");
        assertThat(of(starts, "process start to first place(Order), with classes")
                        .outcome())
                .isEqualTo("not held");
    }

    @Test
    void shouldCompareAStartWithAnArchiveWithOneOverRmiWithout() {
        List<ColdStart> starts = List.of(
                start("greet, RMI", 100.0),
                start("archive: greet, RMI", 50.0),
                start("archive: greet, Nearcall", 75.0),
                start("AOT cache: greet, Nearcall", 76.0));

        assertThat(of(starts, "process start to first greet(String), archive on both sides")
                        .outcome())
                .isEqualTo("held");
        assertThat(of(starts, "process start to first greet(String), AOT cache on both sides")
                        .outcome())
                .isEqualTo("not held");
    }

    @Test
    void shouldJudgeTheStubOfTheBuildAlone() {
        assertThat(ofStubs(8, 1.5).outcome()).isEqualTo("held");
        assertThat(ofStubs(1.5, 8).outcome()).isEqualTo("not held");
    }

    private static Verdict ofStubs(double generatedMs, double builtMs) {
        List<ColdStart> starts = List.of(
                inParts("Nearcall, in parts", generatedMs), inParts("Nearcall, built classes, in parts", builtMs));
        return of(starts, "first stub of a process");
    }

    private static ColdStart inParts(String system, double stubMs) {
        List<ColdStart.Phase> phases =
                List.of(new ColdStart.Phase("interface", 20), new ColdStart.Phase("stub", stubMs));
        return new ColdStart(system, List.of(300.0), phases);
    }

    @Test
    void shouldWantTheStartsThatEveryJdkHas() {
        assertThat(VerdictGroup.LIFE.of(new ProcessVerdicts(Map.of(), List.of()).all()))
                .hasSize(7)
                .allSatisfy(verdict -> assertThat(verdict.outcome()).isEqualTo("not judged (not measured)"));
    }

    private static Verdict idle(IdleCost own) {
        Map<String, IdleCost> idle = Map.of(IdleServers.SLEEPING, ASLEEP, "nearcall-shm", own);
        return Measured.verdict(new ProcessVerdicts(idle, List.of()).all(), "idle server");
    }

    private static Verdict of(List<ColdStart> starts, String beginning) {
        return Measured.verdict(new ProcessVerdicts(Map.of(), starts).all(), beginning);
    }

    private static ColdStart start(String system, Double... ofEachRoundMs) {
        return new ColdStart(system, List.of(ofEachRoundMs), List.of());
    }
}
