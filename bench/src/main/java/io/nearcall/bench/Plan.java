// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench;

/**
 * How long a run takes.
 *
 * @param pairs fresh pairs of JVMs
 * @param turns through all workloads and systems in each pair
 * @param warmMs for each system and workload, before the turns
 * @param silentCalls of each system in each pair
 */
record Plan(int pairs, int turns, long sliceMs, long warmMs, int silentCalls) {

    /** Under three minutes together with a build. */
    static final Plan QUICK = new Plan(3, 5, 50, 200, 10);

    static final Plan LONG = new Plan(10, 20, 50, 500, 30);
}
