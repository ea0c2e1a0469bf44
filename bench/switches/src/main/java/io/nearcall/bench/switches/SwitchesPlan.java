// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.switches;

import io.nearcall.bench.measure.WarmUp;

/**
 * How long a run takes.
 *
 * @param pairs fresh pairs of JVMs for each opt-in
 * @param turns through all of them, for each kind of call
 * @param warmUp of each pair with each kind of call
 * @param pacedTurns through the pairs whose calls have a pace
 * @param segments with and without something beside the calls, by turns
 * @param starts of each verb of the command
 * @param watchMs for which the command's CPU time is taken
 */
record SwitchesPlan(
        int pairs,
        int turns,
        long sliceMs,
        WarmUp.Patience warmUp,
        int pacedTurns,
        long pacedMs,
        int segments,
        long segmentMs,
        int starts,
        long watchMs) {

    /** Under twelve minutes. */
    static final SwitchesPlan LONG =
            new SwitchesPlan(6, 12, 50, new WarmUp.Patience(200, 3_000), 6, 300, 4, 1_000, 10, 10_000);

    /** A moment of all: it shows that everything works, and measures nothing. */
    static final SwitchesPlan TRIAL = new SwitchesPlan(1, 1, 10, new WarmUp.Patience(5, 0), 1, 20, 1, 100, 1, 1_000);

    String text() {
        return String.format(
                "runs      %d fresh pairs of JVMs of each kind, %d turns each, slices of %d ms", pairs, turns, sliceMs);
    }
}
