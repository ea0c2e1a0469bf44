// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.curve.FirstCalls;
import java.util.List;
import org.junit.jupiter.api.Test;

class CurveVerdictsTest {

    private final List<FirstCalls> round = List.of(
            orders("nearcall-shm", 80, 500, 900, 2_000, 3_000.0, 2_000),
            orders("nearcall-by-hand", 100, 400, 800, 1_500, 2_500.0, 1_900),
            orders("rmi", 100, 600, 3_000, 9_000, 90_000.0, 40_000),
            orders("dirmi", 40, 600, 3_000, 9_000, 20_000.0, 20_000),
            orders("aeron", 100, 600, 900, 1_700, 1_500.0, 1_300));

    @Test
    void shouldJudgeTheWorstMark() {
        assertThat(verdict("order, time since the first call until call 100 to 100,000, the worst: x RMI's")
                        .text())
                .containsPattern("^held +0\\.83");
        assertThat(verdict("order, time since the first call until call 100 to 100,000, the worst: x that of")
                        .text())
                .containsPattern("^not held +1\\.33");
        assertThat(ofPeers("order, time since the first call until call 100 to 100,000, the worst: x Dirmi's")
                        .text())
                .containsPattern("^not held +2\\.00");
    }

    @Test
    void shouldGrantAeronAQuarterAtTheLastMark() {
        assertThat(ofPeers("order, time since the first call until call 100 to 10,000, the worst: x that of")
                        .text())
                .containsPattern("^held +1\\.00");
        assertThat(ofPeers("order, time since the first call until the 100,000th call: x that of")
                        .text())
                .containsPattern("^held +1\\.18");
    }

    @Test
    void shouldCompareWithTheTimeAtLast() {
        assertThat(verdict("order, from the 20,000th").text()).containsPattern("^held +1\\.50");
        assertThat(verdict("order, at last: x one coded by hand").text()).containsPattern("^not held +1\\.05");
    }

    @Test
    void shouldGoOnAtTheSameRateWhereOnlyTheOtherReachedAMark() {
        FirstCalls few =
                new FirstCalls("nearcall-shm", "order", List.of(new FirstCalls.Point(100, 500e6)), null, 2_000, 100);
        List<Verdict> all = new CurveVerdicts(List.of(List.of(few, round.get(2)))).all();

        assertThat(Measured.verdict(all, "order, time since").text()).containsPattern("^not held +56");
        assertThat(Measured.verdict(all, "order, from the 20,000th").outcome())
                .isEqualTo("not judged (fewer calls in the time that there was)");
    }

    @Test
    void shouldNotCountMarksThatTheOtherDidNotReach() {
        FirstCalls few = new FirstCalls("rmi", "order", List.of(new FirstCalls.Point(100, 1e9)), null, 40_000, 100);
        List<Verdict> all = new CurveVerdicts(List.of(List.of(few, round.get(0)))).all();

        assertThat(Measured.verdict(all, "order, time since").text()).containsPattern("^held +0\\.08");
    }

    private Verdict verdict(String beginning) {
        return Measured.verdict(new CurveVerdicts(List.of(round)).all(), beginning);
    }

    private Verdict ofPeers(String beginning) {
        return Measured.verdict(new CurveVerdicts(List.of(round)).ofPeers(), beginning);
    }

    private static FirstCalls orders(
            String system,
            double ms100,
            double ms1000,
            double ms10000,
            double ms100000,
            Double laterNs,
            double finalNs) {
        return new FirstCalls(
                system,
                "order",
                List.of(
                        new FirstCalls.Point(100, ms100 * 1e6),
                        new FirstCalls.Point(1_000, ms1000 * 1e6),
                        new FirstCalls.Point(10_000, ms10000 * 1e6),
                        new FirstCalls.Point(100_000, ms100000 * 1e6)),
                laterNs,
                finalNs,
                100_000);
    }
}
