// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.Workload;
import io.nearcall.bench.pair.Measurement;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallVerdictsTest {

    private final Measurement rmi = Measured.call("rmi", Workload.PING, 18_000, null);

    @Test
    void shouldHoldWhatIsWithinItsTarget() {
        PairResults pair = Measured.pair(Measured.floor(110), Measured.call("nearcall-shm", Workload.PING, 160, 1.45));

        assertThat(outcome("ping: x the floor", pair)).isEqualTo("held");
    }

    @Test
    void shouldNotHoldWhatIsBeyondItsTarget() {
        PairResults pair = Measured.pair(Measured.floor(110), Measured.call("nearcall-shm", Workload.PING, 180, 1.64));

        assertThat(outcome("ping: x the floor", pair)).isEqualTo("not held");
    }

    @Test
    void shouldCompareThe99thPercentileWithTheFloorsOwn() {
        PairResults pair = Measured.pair(
                Measured.callWithP99("floor", Workload.ADD, 110, 200),
                Measured.callWithP99("nearcall-shm", Workload.ADD, 150, 500));

        assertThat(verdict("add, p99", pair).text()).startsWith("not held").contains(" 2.50 ");
    }

    @Test
    void shouldSayThatThereWereTooFewCallsForAPercentile() {
        PairResults pair = Measured.pair(
                Measured.call("floor", Workload.ADD, 110, 1.0), Measured.call("nearcall-shm", Workload.ADD, 150, 1.4));

        assertThat(outcome("add, p99", pair)).isEqualTo("not judged (too few calls)");
    }

    @Test
    void shouldJudgeMultiplesOfRmiWhereTheFloorIsFast() {
        Measurement own = Measured.call("nearcall-shm", Workload.PING, 160, 1.45);

        assertThat(outcome("ping: x faster", Measured.pair(Measured.floor(110), own, rmi)))
                .isEqualTo("held");
    }

    @Test
    void shouldNotHoldAHundredthOfRmiThatIsNone() {
        Measurement own = Measured.call("nearcall-shm", Workload.PING, 190, 1.45);

        assertThat(outcome("ping: x faster", Measured.pair(Measured.floor(110), own, rmi)))
                .isEqualTo("not held");
    }

    @Test
    void shouldShowButNotCountMultiplesOfRmiWhereTheFloorIsSlow() {
        PairResults slow =
                Measured.pair(Measured.floor(170), Measured.call("nearcall-shm", Workload.PING, 360, 2.1), rmi);
        PairResults fast =
                Measured.pair(Measured.floor(110), Measured.call("nearcall-shm", Workload.PING, 160, 1.45), rmi);

        assertThat(verdict("ping: x faster", slow, fast).text())
                .startsWith("held ")
                .endsWith("(pairs: 113; slow or disturbed: 50)");
    }

    @Test
    void shouldCallAMachineFastByItsOwnLeastFloorWhateverThatIs() {
        PairResults pair =
                Measured.pair(Measured.floor(300), Measured.call("nearcall-shm", Workload.PING, 450, 1.5), rmi);

        assertThat(outcome("ping: x faster", pair)).isEqualTo("not held");
    }

    @Test
    void shouldNotJudgeMultiplesOfRmiWhereNoPairWasInTheFastStateForLong() {
        PairResults fastInOneTurn = Measured.pair(
                Measured.callInTurns("floor", Workload.PING, 495, 495, 110),
                Measured.call("nearcall-shm", Workload.PING, 900, 1.45),
                rmi);

        assertThat(verdict("ping: x faster", fastInOneTurn).text())
                .startsWith("not judged ")
                .endsWith("(no pair in the fast state); slow or disturbed: 20");
    }

    @Test
    void shouldNotJudgeTheOrderByThePingsFloor() {
        PairResults pair = Measured.pair(Measured.floor(110), Measured.order("nearcall-shm", 1_870, 17, 2.05));

        assertThat(verdict("order: x (floor", pair).text()).containsPattern("^not held +2\\.05");
    }

    @Test
    void shouldCompareTheOrderWithTheFloorAndOneRoundTripThroughKryo() {
        Measurement floor = Measured.call("floor", Workload.ORDER, 200, 1.0);
        Measurement kryo = Measured.call("kryo-in-process", Workload.ORDER, 600, 3.0);
        Measurement own = Measured.order("nearcall-shm", 800, 4, 0.57);

        assertThat(verdict("order: x (floor + one", Measured.pair(floor, kryo, own))
                        .text())
                .containsPattern("^held +1\\.00");
        assertThat(outcome("order: x (floor + one", Measured.pair(floor, own))).isEqualTo("not judged (not measured)");
    }

    @Test
    void shouldSayThatTheFloorIsMissingWhereItWasNotMeasured() {
        PairResults pair = Measured.pair(Measured.call("nearcall-shm", Workload.PING, 160, null), rmi);

        assertThat(outcome("ping: x faster", pair)).isEqualTo("not judged (the floor was not measured)");
        assertThat(new Results(List.of(pair)).floorText(pair)).isEqualTo("not measured");
    }

    @Test
    void shouldNotJudgeByAFloorThatWasDisturbed() {
        PairResults disturbed =
                Measured.pair(Measured.floor(32_000), Measured.call("nearcall-shm", Workload.PING, 160, 0.005));

        assertThat(outcome("ping: x the floor", disturbed)).isEqualTo("not judged (floor disturbed)");
    }

    @Test
    void shouldNotJudgeAWorkloadWhoseOwnFloorWasDisturbedInMostTurns() {
        PairResults disturbed = Measured.pair(
                Measured.floor(110),
                Measured.callInTurns("floor", Workload.BYTES_40, 105, 4_000_000, 105),
                Measured.call("nearcall-shm", Workload.PING, 160, 1.45),
                Measured.call("nearcall-shm", Workload.BYTES_40, 4_560, 0.001));

        assertThat(verdict("byte[] of 40: x the floor", disturbed).text())
                .endsWith("byte[] of 40: x the floor, at most 2.0 (floor disturbed); disturbed: 0.00");
        assertThat(outcome("ping: x the floor", disturbed)).isEqualTo("held");
        assertThat(new Results(List.of(disturbed)).floorText(disturbed))
                .isEqualTo(
                        "0.110 us by floor/pause: caches are in the fast state, but disturbed at byte[] of 40: the two sides had to"
                                + " share a CPU, ratios of this pair mean little there");
    }

    @Test
    void shouldShowButNotCountThePairsWhoseFloorWasDisturbedAtTheWorkload() {
        PairResults quiet = Measured.pair(
                Measured.call("floor", Workload.BYTES_40, 110, 1.0),
                Measured.call("nearcall-shm", Workload.BYTES_40, 250, 2.3));
        PairResults disturbed = Measured.pair(
                Measured.call("floor", Workload.BYTES_40, 32_000, 1.0),
                Measured.call("nearcall-shm", Workload.BYTES_40, 250, 0.01));

        Verdict verdict = verdict("byte[] of 40: x the floor", disturbed, quiet, disturbed);

        assertThat(verdict.text()).startsWith("not held ").endsWith("(pairs: 2.30; disturbed: 0.01 0.01)");
    }

    @Test
    void shouldGiveLongMessagesTheTimeThatCopyingThemTakes() {
        PairResults pair = Measured.pair(
                Measured.call("floor", Workload.BYTES_40000, 12_000, 1.0),
                Measured.call("nearcall-shm", Workload.BYTES_40000, 18_000, 1.5));

        assertThat(outcome("byte[] of 40000: x the floor", pair)).isEqualTo("held");
    }

    @Test
    void shouldJudgeTheCallAfterSilenceByAFloorThatTakesAsLongAsWakingUp() {
        PairResults pair = Measured.pair(
                Measured.floor(110),
                Measured.call("floor", Workload.SILENCE, 36_000, 1.0),
                Measured.call("nearcall-shm", Workload.SILENCE, 60_000, 1.7));

        assertThat(outcome("ping after 100 ms of silence: x the floor", pair)).isEqualTo("held");
    }

    @Test
    void shouldCountPayloadsAndSilenceApartFromCalls() {
        List<Verdict> all = new CallVerdicts(new Results(List.of(Measured.pair(Measured.floor(110))))).all();

        assertThat(VerdictGroup.in(all)).containsExactly(VerdictGroup.CALLS, VerdictGroup.PAYLOADS, VerdictGroup.LIFE);
        assertThat(VerdictGroup.PAYLOADS.of(all)).hasSize(6);
    }

    @Test
    void shouldNotJudgeWhatWasNotMeasured() {
        assertThat(outcome("order: x (floor", Measured.pair(Measured.floor(110))))
                .isEqualTo("not judged (not measured)");
    }

    @Test
    void shouldCompareWithRmiAfterSilenceWhateverTheFloorsState() {
        PairResults pair = Measured.pair(
                Measured.floor(495),
                Measured.call("nearcall-shm", Workload.SILENCE, 60_000, 1.7),
                Measured.call("rmi", Workload.SILENCE, 200_000, 5.6));

        assertThat(outcome("ping after 100 ms of silence: x faster", pair)).isEqualTo("not held");
    }

    @Test
    void shouldJudgeStringsByTheFloorOfTheirSize() {
        PairResults pair = Measured.pair(Measured.call("nearcall-shm", Workload.TEXT_4000, 900, 1.9));

        assertThat(outcome("String of 4000: x the floor", pair)).isEqualTo("held");
    }

    private static String outcome(String beginning, PairResults pair) {
        return verdict(beginning, pair).outcome();
    }

    private static Verdict verdict(String beginning, PairResults... pairs) {
        return Measured.verdict(new CallVerdicts(new Results(List.of(pairs))).all(), beginning);
    }
}
