// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

import java.util.List;

/**
 * The median of {@code add} in each slice, from the first call of two fresh JVMs on; slices of both systems took turns.
 *
 * @param rmiP50Ns the first slice of each round
 * @param nearcallP50Ns the second
 */
public record ColdSlices(List<Double> rmiP50Ns, List<Double> nearcallP50Ns) {

    /** How many slices of Nearcall are above that, from that round on, the first of which is 1. */
    long slowFrom(int round, double limitNs) {
        return nearcallP50Ns.stream().skip(round - 1).filter(ns -> ns > limitNs).count();
    }
}
