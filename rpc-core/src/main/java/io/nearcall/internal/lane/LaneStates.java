// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

/**
 * The numbers of lanes for calls that wait for their answer, by state.
 *
 * @param idle lanes without a call
 * @param busy lanes with a call
 * @param draining lanes whose callers have given up, and whose late answer has not come
 */
public record LaneStates(int idle, int busy, int draining) {

    /** No lane. */
    public static final LaneStates NONE = new LaneStates(0, 0, 0);

    /** One lane of each kind. */
    public static final LaneStates IDLE = new LaneStates(1, 0, 0);

    public static final LaneStates BUSY = new LaneStates(0, 1, 0);

    public static final LaneStates DRAINING = new LaneStates(0, 0, 1);

    /** The sum of both. */
    public LaneStates plus(LaneStates others) {
        return new LaneStates(idle + others.idle, busy + others.busy, draining + others.draining);
    }
}
