// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.nearcall.bench.report.Verdict;
import io.nearcall.bench.report.VerdictGroup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LifeVerdictsTest {

    private final List<Paced> paced = new ArrayList<>();
    private final List<ColdSlices> slices = new ArrayList<>();
    private final List<HandOver> handOvers = new ArrayList<>();
    private final List<RmiSample> rmiSamples = new ArrayList<>();

    @Test
    void shouldCompareEachWindowAndJudgeTheWorst() {
        pace("nearcall-shm", false, 90, 30, 33);
        pace("rmi", false, 100, 100, 30);

        Verdict verdict = verdict("1,000 orders a second, p50 of each ten seconds");

        assertThat(verdict.outcome()).isEqualTo("not held");
        assertThat(verdict.value()).isCloseTo(1.1, within(1e-9));
    }

    @Test
    void shouldJudgeThe99thPercentileOfEachWindow() {
        paced("nearcall-shm", false, new PacedTimes.Window(30e3, 90e3), new PacedTimes.Window(30e3, 120e3));
        paced("rmi", false, new PacedTimes.Window(99e3, 900e3), new PacedTimes.Window(99e3, 100e3));

        Verdict verdict = verdict("1,000 orders a second, p99 of each ten seconds");

        assertThat(verdict.outcome()).isEqualTo("not held");
        assertThat(verdict.value()).isCloseTo(1.2, within(1e-9));
    }

    @Test
    void shouldSayThatThereWereTooFewCallsForA99thPercentile() {
        paced("nearcall-shm", false, new PacedTimes.Window(30e3, 90e3));
        pace("rmi", false, 99);

        assertThat(verdict("1,000 orders a second, p99 of each").outcome()).isEqualTo("not judged (too few calls)");
    }

    @Test
    void shouldAskForLessThanTheOther() {
        pace("nearcall-shm", false, 40, 30);
        pace("rmi", false, 100, 30);
        assertThat(verdict("1,000 orders a second, p50 of each").outcome()).isEqualTo("not held");

        paced.clear();
        pace("nearcall-shm", true, 40, 29);
        pace("rmi", true, 100, 30);
        assertThat(verdict("1,000 orders a second, each side bound to a CPU, p50 of each")
                        .outcome())
                .isEqualTo("held");
    }

    @Test
    void shouldLeaveTheFirstWindowOutBesideC() {
        pace("nearcall-shm", false, 900, 30);
        pace("futex-c", false, 20, 20);

        assertThat(verdict("1,000 orders a second, p50 from the 10th second on").outcome())
                .isEqualTo("held");
    }

    @Test
    void shouldSayThatAPeerWasNotMeasuredAndNotJudgeWhatNobodyAskedFor() {
        pace("nearcall-shm", false, 40, 30);

        assertThat(all(true))
                .filteredOn(each -> each.what().contains("dirmi"))
                .allSatisfy(each -> assertThat(each.outcome()).isEqualTo("not judged (not measured)"));
        assertThat(all(true)).filteredOn(each -> each.what().contains("dirmi")).hasSize(8);
        assertThat(all(false)).noneMatch(each -> each.what().contains("dirmi"));
    }

    @Test
    void shouldNotJudgePacedCallsOfAShortRun() {
        assertThat(all(true)).noneMatch(each -> each.what().contains("a second"));
    }

    @Test
    void shouldCountTheSlowSlicesOfAllPairsFromTheThirdRoundOn() {
        slices.add(new ColdSlices(List.of(30e3, 30e3, 30e3, 30e3), List.of(9e3, 9e3, 400.0, 2e3)));
        assertThat(verdict("from a cold start").outcome()).isEqualTo("held");

        slices.add(new ColdSlices(List.of(30e3, 30e3, 30e3, 30e3), List.of(400.0, 400.0, 2_001.0, 9e3)));
        assertThat(verdict("from a cold start").value()).isEqualTo(2);
        assertThat(verdict("from a cold start").outcome()).isEqualTo("not held");
    }

    @Test
    void shouldCompareWithTheBestWayInCTurnByTurn() {
        handOvers.add(new HandOver(
                HandOverPlace.ONE_CPU,
                Map.of(
                        "nearcall-shm", List.of(3_000.0, 4_000.0, 9_000.0),
                        "C: yield", List.of(1_000.0, 50_000.0, 50_000.0),
                        "C: sleep", List.of(2_000.0, 2_500.0, 6_000.0))));

        Verdict verdict = verdict("both sides on one CPU");

        assertThat(verdict.value()).isEqualTo(1.5);
        assertThat(verdict.outcome()).isEqualTo("held");
        assertThat(verdict("two CPUs, a computing thread beside").outcome()).isEqualTo("not judged (not measured)");
    }

    @Test
    void shouldJudgeTheSampleByItsTimeAndBesideRmi() throws IOException {
        rmiSamples.add(RmiSample.of("[client] int free()           java.rmi 49.5 us (99 % within 90.1 us),"
                + " io.nearcall.rmi 0.99 us (99 % within 1.20 us): 50 x\n"));
        assertThat(verdict("samples/run from-rmi, int free(): us").value()).isEqualTo(0.99);
        assertThat(verdict("samples/run from-rmi, int free(): us").outcome()).isEqualTo("held");
        assertThat(verdict("samples/run from-rmi, int free(): x").outcome()).isEqualTo("held");

        rmiSamples.set(0, new RmiSample(50, 1.01));
        assertThat(verdict("samples/run from-rmi, int free(): us").outcome()).isEqualTo("not held");
        assertThat(verdict("samples/run from-rmi, int free(): x").outcome()).isEqualTo("not held");
    }

    @Test
    void shouldTellASampleWithoutTimesFromOneWithThem() {
        assertThatThrownBy(() -> RmiSample.of("[client] Measuring, a few seconds ...\n"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no times of int free()")
                .hasMessageContaining("Measuring");
    }

    @Test
    void shouldBeAboutLife() {
        assertThat(all(true))
                .hasSize(3)
                .allSatisfy(each -> assertThat(each.group()).isEqualTo(VerdictGroup.LIFE));
    }

    private void pace(String system, boolean bound, long... windowsUs) {
        long[] timesNs = Arrays.stream(windowsUs).map(us -> us * 1_000).toArray();
        paced(
                system,
                bound,
                Arrays.stream(timesNs)
                        .mapToObj(ns -> new PacedTimes.Window(ns, null))
                        .toArray(PacedTimes.Window[]::new));
    }

    private void paced(String system, boolean bound, PacedTimes.Window... windows) {
        PacedTimes times = new PacedTimes(List.of(windows), windows[windows.length - 1].p50Ns());
        paced.add(new Paced(system, 1_000, bound, 10_000, times));
    }

    private List<Verdict> all(boolean withDirmi) {
        return new LifeVerdicts(new Life(paced, slices, handOvers, rmiSamples), withDirmi).all();
    }

    private Verdict verdict(String beginning) {
        return all(false).stream()
                .filter(each -> each.what().startsWith(beginning))
                .findFirst()
                .orElseThrow();
    }
}
