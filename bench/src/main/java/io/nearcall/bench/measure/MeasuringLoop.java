// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.measure;

import io.nearcall.bench.subject.Calls;

/** Makes calls and times them as {@link Samples} says. */
public final class MeasuringLoop {

    static final long SETTLE_NS = 3_000_000;

    private MeasuringLoop() {}

    /**
     * Makes calls for about {@code durationNs}. The calls of the first 3 ms are not counted. They wake threads that
     * slept through the last slice, and the scheduler finds a CPU for each thread. Blocks.
     */
    public static void run(Calls calls, int callsPerBatch, long durationNs, Samples into) throws Exception {
        long settledNs = System.nanoTime() + SETTLE_NS;
        do {
            calls.make(1);
        } while (System.nanoTime() < settledNs);
        long beforeNs = System.nanoTime();
        long deadlineNs = beforeNs + durationNs;
        while (beforeNs < deadlineNs) {
            calls.make(callsPerBatch);
            long betweenNs = System.nanoTime();
            calls.make(1);
            long afterNs = System.nanoTime();
            into.addBatch(betweenNs - beforeNs, callsPerBatch);
            into.addSingle(afterNs - betweenNs);
            beforeNs = afterNs;
        }
    }
}
