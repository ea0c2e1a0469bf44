// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

/**
 * How many lanes for calls that wait for their answer are in which state.
 *
 * @param idle no call is on them
 * @param busy a call is
 * @param draining their callers have given up, and the late answer has not come
 */
public record LaneStates(int idle, int busy, int draining) {

    /** No lane. */
    public static final LaneStates NONE = new LaneStates(0, 0, 0);

    /** One of each kind. */
    public static final LaneStates IDLE = new LaneStates(1, 0, 0);

    public static final LaneStates BUSY = new LaneStates(0, 1, 0);

    public static final LaneStates DRAINING = new LaneStates(0, 0, 1);

    /** Both. */
    public LaneStates plus(LaneStates others) {
        return new LaneStates(idle + others.idle, busy + others.busy, draining + others.draining);
    }
}
