// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** Has the callers of one connection take turns where more of them make short calls than there are processors to serve. */
final class Turns {

    /* A short call keeps two processors busy: one side spins while the other works. If more callers than half the
     * processors call at the same time, on a lane each with a thread at its end, then those who spin take the processors
     * from those they wait for: on two processors two callers made a tenth of the calls that one makes, eight a fifth. So
     * as many as there is room for call, on the same lanes, and the others sleep until a lane is passed on to them.
     *
     * Its caller passes it, at the end of a call, when the first of those who wait has been the first for a turn; for his
     * next call he waits behind the others. So the threads change once in some thousand calls.
     *
     * Nobody is to wait for long calls. So the first looks whether the lanes move. If they do not, although he has yielded,
     * for he may have the processor that they need, and has slept for a moment, for their callers may have lost theirs, he
     * takes another lane, and so does everybody until those calls have ended. A caller who goes to sleep has him look at
     * once. Where calls of some 10 us prevail (SlowCalls) nobody waits at all.
     *
     * How a lane is passed on, by `first`:
     *
     *     null --enter--> who waits --pass, by the lane's caller--> the lane --leave--> null
     *                     who waits --leave--> null
     *
     * By compare-and-set and exchange: so it comes to exactly one, who sees all that was done to it. Who ends a call looks at
     * `first` before he frees the lane, without a fence between, and may just miss who enters. That one sees the free lane
     * when he looks, which takes longer than a store takes to be seen, or, if the other is suspended between the two, a
     * slice later. So he does when a caller whose turn it is makes no more calls. */

    /** How many callers call at a time. */
    static final int AT_ONCE = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    /** Of lanes that nobody borrows. */
    static final Turns NONE = new Turns();

    private static final long TURN_NS = 1_000_000 / AT_ONCE;

    /** How often who waits first looks by himself. */
    private static final long SLICE_NS = 1_000_000;

    /** The same, once, where the lanes' callers sleep: if they do so because a processor was not to be had, that passes soon. */
    private static final long BRIEF_SLICE_NS = 100_000;

    /** More than a caller polls before he has spun briefly. */
    private static final int LOOKS = 128;

    /** Of one call in so many, less one, the clock is read at its end. */
    private static final int CALLS_MASK = 15;

    private final long turnNs;
    private final SlowCalls slowCalls = new SlowCalls();
    private final ReentrantLock queue = new ReentrantLock(true);
    private final AtomicReference<Object> first = new AtomicReference<>();
    private volatile long overNs;
    private volatile boolean wanted;

    Turns() {
        this(TURN_NS);
    }

    Turns(long turnNs) {
        this.turnNs = turnNs;
    }

    /** Whether callers are to prefer the first {@link #AT_ONCE} lanes, and to {@link #await} them. */
    boolean areTaken() {
        return !slowCalls.prevail();
    }

    /**
     * Waits until one of these lanes is free, or is passed on to this thread; for half of the time that is left at most.
     *
     * @return null if the caller is to look for another lane; or if there is no time left, or the thread is interrupted
     */
    ClientLane await(ClientLane[] lanes, long callDeadlineNs) {
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

    private ClientLane awaitAsFirst(ClientLane[] lanes, long deadlineNs) {
        Thread me = Thread.currentThread();
        overNs = System.nanoTime() + turnNs;
        first.set(me);
        try {
            ClientLane found = find(lanes, me, deadlineNs);
            ClientLane passed = leave();
            if (found != null && passed != null) {
                passed.free();
            }
            return found != null ? found : passed;
        } catch (RuntimeException | Error e) {
            ClientLane passed = leave();
            if (passed != null) {
                passed.free();
            }
            throw e;
        }
    }

    /** Nobody waits any more; returns the lane if one has been passed on. */
    private ClientLane leave() {
        Object last = first.getAndSet(null);
        return last instanceof ClientLane ? (ClientLane) last : null;
    }

    /** Null if a lane has been passed on, or if there is no use in waiting. */
    private ClientLane find(ClientLane[] lanes, Thread me, long deadlineNs) {
        boolean stuck = false;
        while (true) {
            for (ClientLane lane : lanes) {
                lane.activity().note();
            }
            ClientLane free = look(lanes, me);
            if (free != null || first.get() != me || !areTaken()) {
                return free;
            }
            if (!any(lanes, LaneActivity::isCalling)) {
                return null;
            }
            long sliceNs = SLICE_NS;
            if (!moveIfWeYield(lanes)) {
                if (stuck) {
                    for (ClientLane lane : lanes) {
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

    private ClientLane look(ClientLane[] lanes, Thread me) {
        for (int i = 0; i < LOOKS && first.get() == me; i++) {
            for (ClientLane lane : lanes) {
                if (lane.tryBorrow()) {
                    return lane;
                }
            }
            Thread.onSpinWait();
        }
        return null;
    }

    private static boolean moveIfWeYield(ClientLane[] lanes) {
        if (any(lanes, LaneActivity::hasMoved)) {
            return true;
        }
        Thread.yield();
        return any(lanes, LaneActivity::hasMoved);
    }

    private static boolean any(ClientLane[] lanes, Predicate<LaneActivity> what) {
        for (ClientLane lane : lanes) {
            if (what.test(lane.activity())) {
                return true;
            }
        }
        return false;
    }

    /** Whether somebody waits for a lane. Without order. */
    boolean areAwaited() {
        return first.getOpaque() != null;
    }

    /**
     * A call has ended while somebody waits: passes its lane on if it is time.
     *
     * @return whether the lane is another caller's now
     */
    boolean pass(ClientLane lane) {
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

    /** The answer to that call came late, at that time after the caller had spun briefly. */
    void late(SlowCalls.Period period, long callId, long sinceNs) {
        long nowNs = System.nanoTime();
        if (slowCalls.count(period, callId, nowNs - sinceNs, nowNs)) {
            lookAgain();
        }
    }

    /** Has who waits first look whether he had better not. */
    void lookAgain() {
        Object waiting = first.get();
        if (waiting instanceof Thread) {
            LockSupport.unpark((Thread) waiting);
        }
    }
}
