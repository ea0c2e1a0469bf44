// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

import java.util.List;

/**
 * The median of {@code add} in each slice, from the first call of two fresh JVMs on. Slices of both systems take turns.
 *
 * @param rmiP50Ns the first slice of each round
 * @param nearcallP50Ns the second slice of each round
 */
public record ColdSlices(List<Double> rmiP50Ns, List<Double> nearcallP50Ns) {

    /** Returns how many slices of Nearcall, from that round on, are above the limit. The first round is number 1. */
    long slowFrom(int round, double limitNs) {
        return nearcallP50Ns.stream().skip(round - 1).filter(ns -> ns > limitNs).count();
    }
}
