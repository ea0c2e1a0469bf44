// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench;

import io.nearcall.bench.load.LoadPlan;
import java.util.List;

/**
 * How long a run takes.
 *
 * @param pairs fresh pairs of JVMs
 * @param turns through all workloads and systems in each pair
 * @param warmMs for each system and workload, before the turns; four times as long for the order
 * @param silentCalls of each system in each pair
 * @param seriesSliceMs of each system at each point of a series
 * @param lengthsBytes of the arrays in calls of different sizes
 * @param coldStarts of each kind of client
 * @param callersGroups fresh groups of JVMs in which several callers are measured
 * @param loads how long each of the loads takes
 */
record Plan(
        int pairs,
        int turns,
        long sliceMs,
        long warmMs,
        int silentCalls,
        long seriesSliceMs,
        List<Integer> lengthsBytes,
        int coldStarts,
        int callersGroups,
        LoadPlan loads) {

    /** About seven minutes; some three with one pair. */
    static final Plan QUICK = new Plan(
            3,
            5,
            50,
            150,
            10,
            30,
            List.of(8, 512, 32 << 10, 1 << 20, 16 << 20, 128 << 20),
            3,
            1,
            new LoadPlan(5, 150, 6));

    /** One pair, and a moment of all: under two minutes. It shows that everything works, and measures nothing. */
    static final Plan TRIAL =
            new Plan(1, 2, 10, 10, 2, 5, List.of(8, 1 << 20, 128 << 20), 1, 1, new LoadPlan(2, 20, 1));

    static final Plan LONG = new Plan(
            10,
            12,
            50,
            400,
            20,
            200,
            List.of(
                    8, 16, 64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20,
                    64 << 20, 128 << 20),
            20,
            3,
            new LoadPlan(15, 400, 8));
}
