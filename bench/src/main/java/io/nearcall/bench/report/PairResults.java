// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import io.nearcall.bench.Workload;
import io.nearcall.bench.pair.Measurement;
import io.nearcall.bench.subject.FloorSubject;
import io.nearcall.bench.subject.RmiSubject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** The results of one pair of JVMs, together with the RMI pair on one CPU that took turns with it. */
public record PairResults(List<Measurement> measurements) {

    private static final double SLOW_BELOW_NS = 2_000;
    /** Added for each byte there and back. It is more than copying the byte takes in either state of the caches. */
    private static final double SLOW_BELOW_NS_PER_BYTE = 0.25;

    public Optional<Measurement> find(String system, Workload workload, int threads) {
        return measurements.stream()
                .filter(each -> each.is(system, workload, threads))
                .findFirst();
    }

    /** Returns the floor's round trip of an empty message, in its usual turn; NaN if it was not measured. */
    public double floorNs() {
        return floorNs(Workload.PING);
    }

    private double floorNs(Workload workload) {
        return find(FloorSubject.NAME, workload, 1)
                .map(floor -> floor.turnP50Ns() == null ? floor.p50Ns() : floor.turnP50Ns())
                .orElse(Double.NaN);
    }

    public boolean hasFloor() {
        return !Double.isNaN(floorNs());
    }

    /** Returns the same, in the turn in which it was the shortest. */
    double leastFloorNs() {
        return find(FloorSubject.NAME, Workload.PING, 1)
                .map(Measurement::leastTurnP50Ns)
                .orElse(Double.NaN);
    }

    /** Returns the floor's round trip as text. */
    public String floorText() {
        return find(FloorSubject.NAME, Workload.PING, 1)
                .map(floor -> String.format(Locale.ROOT, "%.3f us by %s", floorNs() / 1000, floor.variant()))
                .orElse("not measured");
    }

    /**
     * Returns whether the two sides of the workload's floor had to share a CPU in most turns. A multiple of such a
     * floor says nothing. After silence they may share one, because both have slept. Then the floor of the ping
     * decides.
     */
    public boolean isDisturbedAt(Workload workload) {
        if (workload == Workload.SILENCE) {
            return isDisturbedAt(Workload.PING);
        }
        int bytes = workload.requestBytes() + workload.replyBytes();
        return floorNs(workload) >= SLOW_BELOW_NS + bytes * SLOW_BELOW_NS_PER_BYTE;
    }

    /**
     * Returns how many times faster than RMI in its better placement: by p50 for one caller, by calls per second for
     * more. Empty if RMI was not measured.
     */
    public OptionalDouble timesFasterThanRmi(Measurement own) {
        return measurements.stream()
                .filter(each -> each.is(RmiSubject.NAME, own.workload(), own.threads())
                        || each.is(RmiSubject.NAME_ONE_CPU, own.workload(), own.threads()))
                .mapToDouble(own::timesFasterThan)
                .min();
    }
}
