// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.pipeline;

import io.nearcall.internal.lane.Backoff;
import io.nearcall.ipc.channel.CallProgress;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What each thread has sent on the shared lane without waiting for it, until it has been run. Any thread, except where
 * noted.
 */
final class OwnCalls {

    /* Order. Calls reach the server in the order in which they took the lane's lock. A strand is one thread of ours, or
     * a few. The server begins the calls of one strand in that order, each when the one before has returned. Done is
     * the id up to which all calls that are not waited for have been run. A thread remembers the id of the last such
     * call that it sent here. Before Done has reached that id, the thread begins no call on another lane. It looks for
     * a little while, then sends a fence behind the others, and waits until the fence has been answered. So the call
     * itself goes over a lane of its own, where calls back come to the thread that waits.
     *
     * Done lies in memory that goes away when the connection has ended, and is looked at without the lock. So whoever
     * looks counts as a watcher, and the lane is not withdrawn while there is one. seenDone spares all others that:
     * once the lane has been quiet, the look at it ends in the heap. */

    private static final int NO_MORE_WATCHERS = Integer.MIN_VALUE;

    /** Some 100 us. */
    private static final int PAUSES = 18;

    private final CallProgress progress;
    private final ThreadLocal<long[]> ownLast = ThreadLocal.withInitial(() -> new long[1]);
    private final AtomicInteger watchers = new AtomicInteger();
    private final AtomicLong lastSent = new AtomicLong();
    private volatile long seenDone;

    OwnCalls(CallProgress progress) {
        this.progress = progress;
    }

    /** The current thread has sent a call, whose id is above all others'. One thread at a time. */
    void sent(long callId) {
        lastSent.setOpaque(callId); // each thread asks about its own calls, and has stored their ids itself
        ownLast.get()[0] = callId;
    }

    /** All that this thread has sent has been run. Done may not show it, because calls of others have not. */
    void forget() {
        ownLast.get()[0] = 0;
    }

    /** Whether something that this thread has sent may not have been run yet. */
    boolean areThere() {
        if (lastSent.get() <= seenDone) {
            return false;
        }
        long own = ownLast.get()[0];
        return own > seenDone && own > done();
    }

    /** Waits a short while for what this thread has sent; returns whether all of it has been run. */
    boolean await() {
        long own = ownLast.get()[0];
        Backoff backoff = new Backoff();
        for (int i = 0; i < PAUSES; i++) {
            if (done() >= own) {
                return true;
            }
            backoff.pause();
        }
        return false;
    }

    /** The id up to which calls have been run. If the connection has ended, all that ever will be run have been. */
    private long done() {
        int count;
        do {
            count = watchers.get();
            if (count == NO_MORE_WATCHERS) {
                return Long.MAX_VALUE;
            }
        } while (!watchers.compareAndSet(count, count + 1));
        try {
            long done = progress.peerDone();
            seenDone = done;
            return done;
        } finally {
            watchers.decrementAndGet();
        }
    }

    /** Nobody may look at the lane any more. Returns whether nobody does. Repeatable. */
    boolean retire() {
        return watchers.compareAndSet(0, NO_MORE_WATCHERS) || watchers.get() == NO_MORE_WATCHERS;
    }
}
