// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.internal.call.Deadlines;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** Makes the callers of one connection take turns if more make short calls than there are processors to serve. */
final class Throttle {

    /* A short call keeps two processors busy: one side spins while the other works. Suppose that more callers than half
     * the processors call at the same time, each on a lane of its own. Then the threads that spin take the processors
     * from the threads that they wait for. On two processors, two callers made a tenth of the calls that one makes, and
     * eight made a fifth. So only as many callers call as there is room for, on the same lanes. The others sleep in a
     * queue.
     *
     * Turns. A caller frees its lane after each call, and takes it again for the next while the others sleep. After a
     * thread has been the first in the queue for a turn, a caller passes its lane on to that thread instead. The caller
     * then queues up before its next call. So the threads change about once in a thousand calls.
     *
     * Nobody must wait for long calls. So from time to time the first in the queue looks whether the lanes move. If
     * none moves, the first yields: it may have the processor that they need. If that does not help, it sleeps for a
     * moment, because others may have that processor, and looks and yields once more. If still none moves, it gives up
     * these calls: it takes another lane, and so do all others until these calls have ended. A caller that stops
     * spinning wakes the first, which then looks at once. Where calls of some 10 us prevail (SlowCalls), nobody waits
     * at all.
     *
     * Passing on. The field `first` holds null, the thread that is the first in the queue, or the lane that this thread
     * gets:
     *
     *     null --awaitAsFirst--> thread --pass, by the lane's caller--> lane --leave--> null
     *                            thread --leave--> null
     *
     * pass is a compare-and-set, and leave is an exchange. So exactly one thread gets the lane, and sees all that was
     * done to it.
     *
     * A caller looks at `first` before it frees its lane, without a fence between, and so may miss a thread that is
     * just becoming the first. But that thread looks at the lanes for longer than a store takes to be seen, and finds
     * the free one. If the caller is suspended between its look and its store, or makes no more calls, the first finds
     * the lane when it looks again, a slice later. */

    /** How many callers call at a time. */
    static final int AT_ONCE = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    /** For lanes that nobody borrows: never awaited. */
    static final Throttle NONE = new Throttle();

    /** How long a thread is the first before it gets a lane. So each thread has its lane for about a millisecond. */
    private static final long TURN_NS = 1_000_000 / AT_ONCE;

    /** How long the first sleeps before it looks by itself. */
    private static final long SLICE_NS = 1_000_000;

    /** The same, once, if no lane moves and no caller spins: if callers lack a processor, that soon passes. */
    private static final long BRIEF_SLICE_NS = 100_000;

    /** Looks at the lanes in a row: for longer than a caller spins briefly, and than a store takes to be seen. */
    private static final int LOOKS = 128;

    /** The clock is read at the end of one call in 16. */
    private static final int CALLS_MASK = 15;

    private final long turnNs;
    private final SlowCalls slowCalls = new SlowCalls();
    private final ReentrantLock queue = new ReentrantLock(true);
    private final AtomicReference<Object> first = new AtomicReference<>();
    private volatile long overNs;
    private volatile boolean wanted;

    Throttle() {
        this(TURN_NS);
    }

    Throttle(long turnNs) {
        this.turnNs = turnNs;
    }

    /** Whether callers must prefer the first {@link #AT_ONCE} lanes, and {@link #await} those. */
    boolean areTaken() {
        return !slowCalls.prevailing;
    }

    /**
     * Waits until one of these lanes is free, or a lane is passed on to this thread. Waits for at most half of the time
     * that is left.
     *
     * @return the lane, borrowed. Null if that time is over, if the thread is interrupted, whose status stays, or if
     *     there is nothing worth waiting for. Then the caller must look for another lane
     */
    OutgoingLane await(OutgoingLane[] lanes, long callDeadlineNs) {
        wanted = true;
        long patienceNs = Deadlines.remainingNs(callDeadlineNs) / 2; // the call itself needs time, too
        long deadlineNs = Deadlines.after(patienceNs);
        try {
            if (!queue.tryLock(patienceNs, TimeUnit.NANOSECONDS)) {
                return null;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
        try {
            return awaitAsFirst(lanes, deadlineNs);
        } finally {
            queue.unlock();
        }
    }

    private OutgoingLane awaitAsFirst(OutgoingLane[] lanes, long deadlineNs) {
        Thread me = Thread.currentThread();
        overNs = System.nanoTime() + turnNs;
        first.set(me);
        try {
            OutgoingLane found = find(lanes, me, deadlineNs);
            OutgoingLane passed = leave();
            if (found != null && passed != null) {
                passed.free();
            }
            return found != null ? found : passed;
        } catch (RuntimeException | Error e) {
            OutgoingLane passed = leave();
            if (passed != null) {
                passed.free();
            }
            throw e;
        }
    }

    /** This thread no longer waits; returns the lane if one has been passed on. */
    private OutgoingLane leave() {
        Object last = first.getAndSet(null);
        return last instanceof OutgoingLane ? (OutgoingLane) last : null;
    }

    /** Null if a lane has been passed on, if it is not worth waiting any more, or if the time is over. */
    private OutgoingLane find(OutgoingLane[] lanes, Thread me, long deadlineNs) {
        boolean stuck = false;
        while (true) {
            for (OutgoingLane lane : lanes) {
                lane.activity().note();
            }
            OutgoingLane free = look(lanes, me);
            if (free != null || first.get() != me || !areTaken()) {
                return free;
            }
            if (!any(lanes, LaneActivity::isCalling)) {
                return look(lanes, me); // given up, or free between two calls
            }
            long sliceNs = SLICE_NS;
            if (!moveIfWeYield(lanes)) {
                if (stuck) {
                    for (OutgoingLane lane : lanes) {
                        lane.activity().giveUp();
                    }
                    return null;
                }
                stuck = true;
                sliceNs = any(lanes, LaneActivity::isSpinning) ? SLICE_NS : BRIEF_SLICE_NS;
            }
            long remainingNs = Deadlines.remainingNs(deadlineNs);
            if (remainingNs == 0 || Thread.currentThread().isInterrupted()) {
                return null;
            }
            LockSupport.parkNanos(this, Math.min(sliceNs, remainingNs));
        }
    }

    private OutgoingLane look(OutgoingLane[] lanes, Thread me) {
        for (int i = 0; i < LOOKS && first.get() == me; i++) {
            for (OutgoingLane lane : lanes) {
                if (lane.tryBorrow()) {
                    return lane;
                }
            }
            Thread.onSpinWait();
        }
        return null;
    }

    private static boolean moveIfWeYield(OutgoingLane[] lanes) {
        if (any(lanes, LaneActivity::hasMoved)) {
            return true;
        }
        Thread.yield();
        return any(lanes, LaneActivity::hasMoved);
    }

    private static boolean any(OutgoingLane[] lanes, Predicate<LaneActivity> what) {
        for (OutgoingLane lane : lanes) {
            if (what.test(lane.activity())) {
                return true;
            }
        }
        return false;
    }

    /** Whether somebody waits for a lane. Without order: a look at the end of each call. */
    boolean areAwaited() {
        return first.getOpaque() != null;
    }

    /**
     * A call has ended while somebody waits: passes its lane on if it is time. By the lane's caller.
     *
     * @return whether the lane now belongs to another caller
     */
    boolean pass(OutgoingLane lane) {
        if ((lane.outerCalls() & CALLS_MASK) != 0 || System.nanoTime() - overNs < 0) {
            return false;
        }
        Object waiting = first.get();
        if (!(waiting instanceof Thread) || !first.compareAndSet(waiting, lane)) {
            return false;
        }
        LockSupport.unpark((Thread) waiting);
        return true;
    }

    /** Whether it is worth timing calls: somebody has had to wait for a lane at some time. */
    boolean areWanted() {
        return wanted;
    }

    /** The answer to that call has come late: at {@code sinceNs} its caller had spun briefly in vain. */
    void late(SlowCalls.Period period, long callId, long sinceNs) {
        long nowNs = System.nanoTime();
        if (slowCalls.count(period, callId, nowNs - sinceNs, nowNs)) {
            lookAgain();
        }
    }

    /** Makes the first in the queue look at once whether it is worth waiting. Any thread. */
    void lookAgain() {
        Object waiting = first.get();
        if (waiting instanceof Thread) {
            LockSupport.unpark((Thread) waiting);
        }
    }
}
