// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.Workload;
import io.nearcall.bench.pair.Transfer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FloorCheckTest {

    @Test
    void shouldFindTheBenchAtFaultWhereTheMedianIsBelowTheFloor() {
        FloorCheck check = check(0.94, 0.3, 1.2);

        assertThat(check.faults())
                .containsExactly(
                        "nearcall-shm, ping after 100 ms of silence: 0.94 of the floor, the median of 3 pairs: the floor is none");
    }

    @Test
    void shouldMarkASinglePairBelowTheFloor() {
        FloorCheck check = check(1.3, 0.3, 1.2);

        assertThat(check.faults()).isEmpty();
        assertThat(check.marks(List.of()))
                .containsExactly("nearcall-shm, ping after 100 ms of silence: 0.30 of the floor, in pair 2");
    }

    @Test
    void shouldNotTakeOnePairForAMedian() {
        assertThat(check(0.3).faults()).isEmpty();
        assertThat(check(0.3).marks(List.of())).hasSize(1);
    }

    @Test
    void shouldMarkALengthThatIsBelowTheFloor() {
        List<Transfer> transfers = List.of(
                new Transfer("floor", 8, 1_024, 9, 1_000, 1, 1), new Transfer("nearcall-shm", 8, 1_024, 9, 660, 1, 1));

        assertThat(check(1.3).marks(transfers))
                .containsExactly("nearcall-shm, 8 bytes there and 1,024 back: 0.66 of the floor");
    }

    @Test
    void shouldNotCompareWithAFloorThatWasDisturbed() {
        PairResults disturbed =
                Measured.pair(Measured.floor(32_000), Measured.call("nearcall-shm", Workload.PING, 200, 0.01));

        assertThat(new FloorCheck(new Results(List.of(disturbed, disturbed, disturbed))).faults())
                .isEmpty();
    }

    private static FloorCheck check(double... ratios) {
        return new FloorCheck(new Results(Arrays.stream(ratios)
                .mapToObj(ratio -> Measured.pair(
                        Measured.floor(110), Measured.call("nearcall-shm", Workload.SILENCE, 50_000, ratio)))
                .toList()));
    }
}
