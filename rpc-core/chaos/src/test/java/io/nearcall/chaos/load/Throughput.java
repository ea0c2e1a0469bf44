// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.load;

import io.nearcall.chaos.called.Target;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Calls of one thread, in slices of time that alternate with a computation that nothing of Nearcall is in. */
final class Throughput {

    private static final int STEPS = 1_000;
    private static final SplittableRandom NUMBERS = new SplittableRandom(1);

    private static volatile long sink;

    private Throughput() {}

    /** Calls made in the time of a thousand steps of the computation: the median of so many pairs of slices. */
    static double perFloor(Target target, long sliceNs, int slices) {
        double[] ratios = new double[slices];
        for (int i = 0; i < slices; i++) {
            ratios[i] = callsPerSecond(target, sliceNs) / computationsPerSecond(sliceNs);
        }
        Arrays.sort(ratios);
        return ratios[slices / 2];
    }

    private static double callsPerSecond(Target target, long sliceNs) {
        long startNs = System.nanoTime();
        long nowNs;
        long calls = 0;
        do {
            target.ping(1);
            calls++;
            nowNs = System.nanoTime();
        } while (nowNs - startNs < sliceNs);
        return calls * 1e9 / (nowNs - startNs);
    }

    private static double computationsPerSecond(long sliceNs) {
        long startNs = System.nanoTime();
        long nowNs;
        long count = 0;
        do {
            for (int i = 0; i < STEPS; i++) {
                sink += NUMBERS.nextLong();
            }
            count++;
            nowNs = System.nanoTime();
        } while (nowNs - startNs < sliceNs);
        return count * 1e9 / (nowNs - startNs);
    }
}
