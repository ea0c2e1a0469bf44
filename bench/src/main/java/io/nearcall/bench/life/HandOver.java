// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

import io.nearcall.bench.measure.Median;
import io.nearcall.bench.subject.NearcallSubject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * {@code add} in one pair of JVMs, beside every way to hand over in C.
 *
 * @param turnP50Ns the median of each slice, by system; the turns are in their order
 */
public record HandOver(HandOverPlace place, Map<String, List<Double>> turnP50Ns) {

    /** Returns that system's median over the turns. */
    public double p50Ns(String system) {
        return Median.of(turnP50Ns.get(system));
    }

    /** Returns the way in C with the least median over the turns. */
    public String bestInC() {
        return turnP50Ns.keySet().stream()
                .filter(system -> !system.equals(NearcallSubject.NAME))
                .min(Comparator.comparingDouble(this::p50Ns))
                .orElseThrow();
    }

    /**
     * Returns how many times longer Nearcall took than {@code bestInC()} in the same turn: the median over the turns.
     */
    public double ratioToBest() {
        List<Double> own = turnP50Ns.get(NearcallSubject.NAME);
        List<Double> best = turnP50Ns.get(bestInC());
        List<Double> ratios = new ArrayList<>();
        for (int turn = 0; turn < own.size(); turn++) {
            ratios.add(own.get(turn) / best.get(turn));
        }
        return Median.of(ratios);
    }
}
