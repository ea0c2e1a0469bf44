// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.pipeline;

import io.nearcall.internal.lane.FailureTexts;
import io.nearcall.internal.lane.LaneClosed;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.wire.FailureCode;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts and limits the calls of one shared lane that are in progress. Any thread, unless it waits for room. */
final class CallLimit {

    /* A call that is answered counts from the time it is read until just before it is answered. So whoever has seen the
     * answer finds room. Beyond the limit such a call is refused. A one-way call has no caller to tell. The lane's
     * thread waits for room before it reads the call, the ring fills, and the sender waits. The same holds for a fence:
     * its sender must not be refused because others have many calls in progress. */

    private static final long ROOM_SLICE_NS = 10_000_000;

    private final LaneConnection peer;
    private final int maxCalls;
    private final AtomicInteger answeredCount = new AtomicInteger();
    private final ReentrantLock roomLock = new ReentrantLock();
    private final Condition room = roomLock.newCondition();
    private int postCount; // guarded by roomLock
    private int fenceCount; // guarded by roomLock

    CallLimit(LaneConnection peer) {
        this.peer = peer;
        this.maxCalls = peer.maxCalls();
    }

    /** Why one more call that is to be answered cannot be accepted now; null if it can. */
    FailureTexts refusal() {
        return answeredCount.get() < maxCalls
                ? null
                : new FailureTexts(
                        FailureCode.OVERLOADED, "calls accepted from one connection", Integer.toString(maxCalls));
    }

    /** The lane's thread waits until one more one-way call, or fence, can be accepted. */
    void awaitRoom(boolean forFence) {
        roomLock.lock();
        try {
            while ((forFence ? fenceCount : postCount) >= maxCalls) {
                if (peer.isClosed()) {
                    throw LaneClosed.now();
                }
                room.awaitNanos(ROOM_SLICE_NS);
            }
        } catch (InterruptedException e) {
            throw LaneClosed.now(); // only the end of the pool interrupts a lane's thread between two calls
        } finally {
            roomLock.unlock();
        }
    }

    /** @param change 1 for a call that has been read, -1 for a call that no longer counts */
    void count(boolean answered, boolean fence, int change) {
        if (answered && !fence) {
            answeredCount.addAndGet(change);
            return;
        }
        roomLock.lock();
        try {
            if (answered) {
                fenceCount += change;
            } else {
                postCount += change;
            }
            if (change < 0) {
                room.signal();
            }
        } finally {
            roomLock.unlock();
        }
    }
}
