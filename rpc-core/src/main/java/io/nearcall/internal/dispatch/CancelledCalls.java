// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.dispatch;

import java.util.Arrays;

/**
 * The latest cancelled calls of a lane, as far as they may still have to begin or are running. Any thread. Takes memory
 * when a call is cancelled.
 */
public final class CancelledCalls {

    /* Nobody says when a cancelled call has ended. So an id stays until as many others have been cancelled after it as
     * there is room for. That is enough for a peer that keeps the protocol:
     *
     * On a borrowed lane, calls in progress lie within each other, 32 deep at most. Their caller gives up the innermost
     * first, and makes no call within one that it has given up. So the ids of the calls in progress are the latest
     * ones.
     *
     * On a shared lane, an id comes here only if the lane's thread had not read its call yet or was running it
     * (SharedCalls.cancel). What the thread has not read lies in the channel. A channel holds fewer calls than there is
     * room for here: 2,730 in a ring of 64 KiB, each with a header of 24 bytes, and some 12,000 in the buffers of a TCP
     * connection. The rest of the room is for calls whose cancellation has crossed the answer. A peer that makes ids up
     * has no more room than that. */

    private static final int OF_BORROWED_LANE = 64;
    private static final int OF_SHARED_RING = 1 << 12;
    private static final int OF_SHARED_STREAM = 1 << 14;
    private static final int FIRST_ROOM = 8;

    private final int most;
    private long[] ids = {}; // guarded by this, as are the others
    private int count;
    private int oldest;

    private CancelledCalls(int most) {
        this.most = most;
    }

    /** For a borrowed lane, without a call yet. */
    public static CancelledCalls ofBorrowedLane() {
        return new CancelledCalls(OF_BORROWED_LANE);
    }

    /** For a shared lane, without a call yet: over rings in shared memory, or over what the system buffers. */
    public static CancelledCalls ofSharedLane(boolean ring) {
        return new CancelledCalls(ring ? OF_SHARED_RING : OF_SHARED_STREAM);
    }

    synchronized void add(long id) {
        if (count == most) {
            ids[oldest] = id;
            oldest = (oldest + 1) % most;
            return;
        }
        if (count == ids.length) {
            ids = Arrays.copyOf(ids, Math.min(most, Math.max(FIRST_ROOM, 2 * count)));
        }
        ids[count++] = id;
    }

    synchronized boolean contains(long id) {
        for (int i = 0; i < count; i++) {
            if (ids[i] == id) {
                return true;
            }
        }
        return false;
    }
}
