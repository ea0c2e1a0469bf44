// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

/**
 * What a lane shows to callers that consider waiting for it; see {@link Throttle}. Read and written without order: it
 * only says whether waiting is worth it.
 */
final class LaneActivity {

    private final OutgoingLane lane;
    private int away; // how many times the caller has left and not come back: calls within calls nest
    private long notedCall; // written by the first in the queue, like the next field
    private long stuckCall = -1;

    LaneActivity(OutgoingLane lane) {
        this.lane = lane;
    }

    /** Called by the lane's caller when it stops spinning, to sleep or to run a method for the peer. */
    void leave() {
        away++;
    }

    /** Called by the lane's caller when what {@link #leave} announced is over. */
    void comeBack() {
        away--;
    }

    /** Whether a call is in progress that was not {@linkplain #giveUp given up}. */
    boolean isCalling() {
        return lane.state() == OutgoingLane.BORROWED && lane.outerCalls() != stuckCall;
    }

    /** Whether the caller spins for its answer, or would if it had not lost its processor. */
    boolean isSpinning() {
        return isCalling() && away == 0 && lane.awaitsAnswer();
    }

    /** Notes the call in progress, for {@link #hasMoved}. */
    void note() {
        notedCall = lane.outerCalls();
    }

    /** Whether another call has begun. Calls within the call in progress are no reason to wait for its end. */
    boolean hasMoved() {
        return lane.outerCalls() != notedCall;
    }

    /** From now on nobody waits for the end of the call in progress. */
    void giveUp() {
        stuckCall = lane.outerCalls();
    }
}
