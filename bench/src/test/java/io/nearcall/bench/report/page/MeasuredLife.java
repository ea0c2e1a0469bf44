// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report.page;

import io.nearcall.bench.life.ColdSlices;
import io.nearcall.bench.life.HandOver;
import io.nearcall.bench.life.HandOverPlace;
import io.nearcall.bench.life.Life;
import io.nearcall.bench.life.Paced;
import io.nearcall.bench.life.PacedTimes;
import java.util.List;
import java.util.Map;

/** Paced calls, slices and hand-overs as a run might have measured them. */
final class MeasuredLife {

    static final Life EXAMPLE = new Life(
            List.of(
                    paced("nearcall-shm", false, 65e3, 34e3),
                    paced("nearcall-shm", true, 75e3, 44e3),
                    paced("rmi", false, 400e3, 288e3),
                    paced("futex-c", false, 18e3, 18e3)),
            List.of(
                    new ColdSlices(List.of(90e3, 60e3, 40e3), List.of(18e3, 7e3, 400.0)),
                    new ColdSlices(List.of(80e3, 70e3, 30e3), List.of(17e3, 8e3, 300.0))),
            List.of(handOver(HandOverPlace.ONE_CPU), handOver(HandOverPlace.BESIDE_COMPUTING)),
            List.of());

    private MeasuredLife() {}

    private static Paced paced(String system, boolean bound, double firstNs, double secondNs) {
        List<PacedTimes.Window> windows =
                List.of(new PacedTimes.Window(firstNs, 3 * firstNs), new PacedTimes.Window(secondNs, null));
        return new Paced(system, 1_000, bound, 10_000, new PacedTimes(windows, secondNs));
    }

    private static HandOver handOver(HandOverPlace place) {
        return new HandOver(place, Map.of("nearcall-shm", List.of(3e3, 4e3), "C: yield", List.of(2e3, 2e3)));
    }
}
