// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.cpp;

import io.nearcall.bench.measure.WarmUp.Patience;

/**
 * How long a run takes.
 *
 * @param sets fresh sets of processes: a server and a client in each language
 * @param turns through all that is compared, for each kind of call
 * @param warmUp of each client with each service and kind of call
 */
record CppPlan(int sets, int turns, long sliceMs, Patience warmUp) {

    /** Six minutes, by estimate. */
    static final CppPlan LONG = new CppPlan(5, 12, 150, new Patience(200, 4_000));

    /** A moment of all: it shows that everything works, and measures nothing. */
    static final CppPlan TRIAL = new CppPlan(1, 1, 10, new Patience(10, 0));

    String text() {
        return String.format(
                "runs      %d fresh sets of two JVMs and two C++ processes, %d turns each, slices of %d ms",
                sets, turns, sliceMs);
    }
}
