// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.waits;

/**
 * The key by which both sides know a call in progress.
 *
 * @param connection the name of the connection, made from its two endpoints and its channel; empty if several
 *     connections have the name. The call is then joined with no call of another process
 * @param ofInitiator whether the side that calls is the side that made the connection
 * @param callId the number that the side that calls gave the call
 */
public record CallKey(String connection, boolean ofInitiator, int lane, long callId) {

    private static final int NO_LANE = -1;

    /** Returns the key of a call for which a thread has no lane yet. */
    static CallKey withoutLane(String connection, boolean ofInitiator, long thread) {
        return new CallKey(connection, ofInitiator, NO_LANE, thread);
    }

    boolean hasLane() {
        return lane != NO_LANE;
    }

    /** Returns a key that stands for all calls of the lane. Ids of calls begin at 1. */
    CallKey ofLane() {
        return new CallKey(connection, ofInitiator, lane, 0);
    }

    boolean isKnown() {
        return !connection.isEmpty();
    }
}
