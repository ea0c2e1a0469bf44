// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.wire;

/**
 * What an endpoint accepts from its peer on one connection.
 *
 * @param lanes the most lanes
 * @param flags {@link #TREES} and {@link #REPEATS}, each or neither; further bits mean nothing yet
 * @param frameBytes the most bytes of the arguments or the result of one call; {@link #LEAST_FRAME_BYTES} or more
 */
public record Limits(int lanes, int flags, long frameBytes) {

    /** Every object must be written to the sender as if it had not been met before. */
    public static final int TREES = 1;

    /** The receiver knows what it means that a call carries the same metadata as one before. */
    public static final int REPEATS = 2;

    /** Whoever takes less could not be told why a call has failed. */
    public static final int LEAST_FRAME_BYTES = 1 << 16;

    /** The same limits with at most so many bytes of a frame. */
    public Limits within(long mostFrameBytes) {
        return new Limits(lanes, flags, Math.min(frameBytes, mostFrameBytes));
    }

    public boolean trees() {
        return (flags & TREES) != 0;
    }

    public boolean repeats() {
        return (flags & REPEATS) != 0;
    }
}
