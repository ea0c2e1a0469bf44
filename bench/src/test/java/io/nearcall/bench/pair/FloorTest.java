// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.Workload;
import io.nearcall.bench.subject.Calls;
import io.nearcall.bench.subject.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

class FloorTest {

    private final Tally paused = tally("floor-java/pause", Workload.ORDER, 110, 120, 130);
    private final Tally luckyOnce = tally("floor-c/no-pause", Workload.ORDER, 20, 150, 160);
    private final Tally kryo = tally("kryo-in-process", Workload.ORDER, 500, 500, 500);
    private final Tally own = tally("nearcall-shm", Workload.ORDER, 2_200, 1_200, 1_300);

    @Test
    void shouldBeTheVariantWithTheLeastMedian() {
        Measurement floor = find("floor");

        assertThat(floor.variant()).isEqualTo("floor-java/pause");
        assertThat(floor.turnP50Ns()).isEqualTo(120);
        assertThat(floor.leastTurnP50Ns()).isEqualTo(110);
        assertThat(find("floor-c").variant()).isEqualTo("floor-c/no-pause");
        assertThat(find("floor-c").ratioToFloor()).isEqualTo(160 / 130.0);
    }

    @Test
    void shouldCompareTurnByTurnWithTheFloorAndWithKryo() {
        assertThat(find("nearcall-shm").ratioToFloor()).isEqualTo(10);
        assertThat(find("nearcall-shm").ratioToFloorAndKryo()).isEqualTo(1_300 / 1_130.0);
    }

    @Test
    void shouldTakeTheFastestVariantOfEachLength() {
        List<Transfer> all = Floor.transfers(List.of(
                new Transfer("floor-java/pause", 8, 8, 9, 120, 1, 1),
                new Transfer("floor-java/no-pause", 8, 8, 9, 100, 1, 1),
                new Transfer("rmi", 8, 8, 9, 20_000, 1, 1)));

        assertThat(all)
                .containsExactly(new Transfer("floor", 8, 8, 9, 100, 1, 1), new Transfer("rmi", 8, 8, 9, 20_000, 1, 1));
    }

    private Measurement find(String system) {
        return Floor.measurements(List.of(paused, luckyOnce, kryo, own)).stream()
                .filter(each -> each.system().equals(system))
                .findFirst()
                .orElseThrow();
    }

    private static Tally tally(String system, Workload workload, double... turnsP50Ns) {
        Tally tally = new Tally(new Named(system), workload, 1);
        for (double ns : turnsP50Ns) {
            tally.turnsP50Ns.add(ns);
            tally.samples.addSingle((long) ns);
        }
        return tally;
    }

    private record Named(String name) implements Subject {

        @Override
        public boolean supports(Workload workload, int callers) {
            return true;
        }

        @Override
        public Calls open(Workload workload) {
            throw new UnsupportedOperationException("makes no calls");
        }
    }
}
