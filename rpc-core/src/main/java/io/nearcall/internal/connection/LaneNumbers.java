// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

/** Numbers a lane in its connection by its batch and its index in the batch. Batches of the initiator are even. */
final class LaneNumbers {

    /** The most lanes of a batch. */
    static final int LANES_PER_BATCH = 1024;

    private LaneNumbers() {}

    /** Whether a batch can have that number. */
    static boolean isBatch(int batch) {
        return batch >= 0 && batch < Integer.MAX_VALUE / LANES_PER_BATCH;
    }

    static int first(int batch) {
        return batch * LANES_PER_BATCH;
    }

    static int batch(int lane) {
        return lane / LANES_PER_BATCH;
    }

    static boolean isOfInitiator(int batch) {
        return (batch & 1) == 0;
    }
}
