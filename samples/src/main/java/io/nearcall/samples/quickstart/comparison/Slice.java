// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.quickstart.comparison;

import java.util.Arrays;

/** Measures one turn of one contestant. */
final class Slice {
    /*
     * The clock is read once per batch, because reading it costs about a tenth of the fastest call. The median of the
     * batches is what a caller usually sees. In a mean, a batch during which the process lost its CPU would count more
     * than any other.
     */
    private static final int CALLS_PER_BATCH = 10;
    private static final int MOST_BATCHES = 1 << 18;

    @FunctionalInterface
    interface Work {
        /** Does the work once. {@code number} counts up from 1 in each slice. */
        void run(long number) throws Exception;
    }

    private Slice() {}

    /** Returns the median duration of a call. Runs for the given time, or for 2.6 million calls if that is shorter. */
    static double medianUs(long durationNs, Work work) throws Exception {
        double[] batchesUs = new double[MOST_BATCHES];
        int batches = 0;
        long number = 0;
        long startNs = System.nanoTime();
        long endNs = startNs + durationNs;
        long beforeNs = startNs;
        while (batches < MOST_BATCHES && beforeNs - endNs < 0) {
            for (int i = 0; i < CALLS_PER_BATCH; i++) {
                work.run(++number);
            }
            long afterNs = System.nanoTime();
            batchesUs[batches++] = (afterNs - beforeNs) / 1_000.0 / CALLS_PER_BATCH;
            beforeNs = afterNs;
        }
        Arrays.sort(batchesUs, 0, batches);
        return batchesUs[batches / 2];
    }
}
