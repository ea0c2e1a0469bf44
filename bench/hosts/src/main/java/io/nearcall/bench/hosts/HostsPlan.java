// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.hosts;

import io.nearcall.bench.measure.WarmUp;

/**
 * How long a run takes.
 *
 * @param pairs fresh pairs of JVMs
 * @param turns through all carriers, for each kind of call
 * @param warmUp of each carrier with each kind of call
 * @param rateMs for which several callers call in each turn
 */
record HostsPlan(int pairs, int turns, long sliceMs, WarmUp.Patience warmUp, long rateMs) {

    /** Six minutes, by estimate. */
    static final HostsPlan LONG = new HostsPlan(5, 8, 200, new WarmUp.Patience(300, 5_000), 500);

    /** A moment of all: it shows that everything works, and measures nothing. */
    static final HostsPlan TRIAL = new HostsPlan(1, 1, 10, new WarmUp.Patience(10, 0), 20);

    String text() {
        return String.format("runs      %d fresh pairs of JVMs, %d turns each, slices of %d ms", pairs, turns, sliceMs);
    }
}
