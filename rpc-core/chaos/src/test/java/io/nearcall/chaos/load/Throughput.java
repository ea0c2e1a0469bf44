// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.load;

import io.nearcall.chaos.called.Target;
import java.util.Arrays;

/** Calls of one thread to two servers in turn, so that the state of the machine is the same for both. */
final class Throughput {

    private Throughput() {}

    /** The ratio of the numbers of calls that the two answer: the median of that many pairs of slices. */
    static double ratio(Target one, Target other, long sliceNs, int slices) {
        double[] ratios = new double[slices];
        for (int i = 0; i < slices; i++) {
            boolean first = i % 2 == 0;
            double before = callsPerSecond(first ? one : other, sliceNs);
            double after = callsPerSecond(first ? other : one, sliceNs);
            ratios[i] = first ? before / after : after / before;
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
}
