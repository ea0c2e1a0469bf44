// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench;

import io.nearcall.bench.curve.CurvePlan;
import io.nearcall.bench.life.LifePlan;
import io.nearcall.bench.load.LoadPlan;
import io.nearcall.bench.measure.WarmUp;
import java.util.List;

/**
 * How long a run takes.
 *
 * @param pairs fresh pairs of JVMs
 * @param turns turns through all workloads and systems in each pair
 * @param warmUp the warm-up of each system at each workload, before the turns
 * @param silentCalls calls after silence, of each system in each pair
 * @param seriesSliceMs the slice of each system at each point of a series
 * @param lengthsBytes the lengths of the arrays in calls of different sizes
 * @param coldStarts starts of each kind of client
 * @param callersGroups fresh groups of JVMs in which several callers are measured
 * @param loads how long each of the loads takes
 * @param curve how long the first calls of fresh JVMs are measured
 * @param life how long paced calls, slices from a cold start, the hand-over and the sample take
 */
record Plan(
        int pairs,
        int turns,
        long sliceMs,
        WarmUp.Patience warmUp,
        int silentCalls,
        long seriesSliceMs,
        List<Integer> lengthsBytes,
        int coldStarts,
        int callersGroups,
        LoadPlan loads,
        CurvePlan curve,
        LifePlan life) {

    /** Under four minutes; about nine with three pairs. */
    static final Plan QUICK = new Plan(
            1,
            3,
            50,
            new WarmUp.Patience(75, 2_000),
            6,
            30,
            List.of(8, 32 << 10, 1 << 20, 128 << 20),
            3,
            1,
            new LoadPlan(3, 150, 6),
            CurvePlan.QUICK,
            new LifePlan(0, 0, 1, 24, 150, 1, 5, 100, 0));

    /**
     * One pair and a short time for everything: under three minutes. It shows that all works, but it measures nothing.
     */
    static final Plan TRIAL = new Plan(
            1,
            2,
            10,
            new WarmUp.Patience(5, 0),
            2,
            5,
            List.of(8, 1 << 20, 128 << 20),
            1,
            1,
            new LoadPlan(2, 20, 1),
            CurvePlan.TRIAL,
            new LifePlan(2, 250, 1, 4, 20, 1, 1, 10, 1));

    static final Plan LONG = ofLength(10, 20, 3);

    /** Has half as many JVMs, because twice as many systems are measured. */
    static final Plan PEERS = ofLength(5, 10, 2);

    private static Plan ofLength(int pairs, int coldStarts, int callersGroups) {
        return new Plan(
                pairs,
                12,
                50,
                new WarmUp.Patience(200, 20_000),
                20,
                200,
                List.of(
                        8, 16, 64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20,
                        64 << 20, 128 << 20),
                coldStarts,
                callersGroups,
                new LoadPlan(15, 400, 8),
                CurvePlan.LONG,
                new LifePlan(6, 10_000, 3, 24, 150, 3, 12, 200, 3));
    }
}
