// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

/**
 * What others see of a lane who wonder whether to wait for it; {@link Throttle}. Read and written without order: it only says
 * whether waiting is worth it.
 */
final class LaneActivity {

    private final OutgoingLane lane;
    private int away; // how many times the caller has left and not come back: calls within calls nest
    private long notedCall; // by the first in the queue, as the next
    private long stuckCall = -1;

    LaneActivity(OutgoingLane lane) {
        this.lane = lane;
    }

    /** By the lane's caller, who stops spinning: he is about to sleep, or to run a method for the peer. */
    void leave() {
        away++;
    }

    /** By the lane's caller: what {@link #leave} has announced is over. */
    void comeBack() {
        away--;
    }

    /** Whether a call is in progress that was not {@linkplain #giveUp given up}. */
    boolean isCalling() {
        return lane.state() == OutgoingLane.BORROWED && lane.outerCalls() != stuckCall;
    }

    /** Whether the caller spins for his answer, or would if he had not lost his processor. */
    boolean isSpinning() {
        return isCalling() && away == 0 && lane.awaitsAnswer();
    }

    /** Notes the call in progress, for {@link #hasMoved}. */
    void note() {
        notedCall = lane.outerCalls();
    }

    /** Whether another call has begun. Those within the one in progress are no reason to wait for its end. */
    boolean hasMoved() {
        return lane.outerCalls() != notedCall;
    }

    /** Nobody shall wait for the end of the call in progress. */
    void giveUp() {
        stuckCall = lane.outerCalls();
    }
}
