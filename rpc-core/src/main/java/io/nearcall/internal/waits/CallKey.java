// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.waits;

/**
 * What both sides of a call in progress know it by.
 *
 * @param connection its two endpoints and its channel; empty if that does not tell it from others: then the call is nobody
 *     else's
 * @param ofInitiator whether the side that calls is the one that made the connection
 * @param callId as the side that calls numbers them
 */
public record CallKey(String connection, boolean ofInitiator, int lane, long callId) {

    private static final int NO_LANE = -1;

    /** Of a call that a thread has no lane for yet. */
    static CallKey withoutLane(String connection, boolean ofInitiator, long thread) {
        return new CallKey(connection, ofInitiator, NO_LANE, thread);
    }

    boolean hasLane() {
        return lane != NO_LANE;
    }

    /** In place of all calls of the lane. Ids begin at 1. */
    CallKey ofLane() {
        return new CallKey(connection, ofInitiator, lane, 0);
    }

    boolean isKnown() {
        return !connection.isEmpty();
    }
}
