// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.NearcallException;
import io.nearcall.OverloadedException;
import io.nearcall.internal.call.Deadlines;
import io.nearcall.internal.lane.LaneConnection.NewLanes;
import io.nearcall.internal.waits.ConnectionWaits;
import io.nearcall.ipc.channel.ChannelMode;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lanes of one connection for calls that wait for their answer. There are two at first, then twice as many each
 * time, up to a limit. Any thread.
 */
public final class LanePool {

    private static final int FIRST_LANES = 2;

    /** How long no further lanes are requested after some were refused. */
    private static final long GROWTH_PAUSE_NS = 100_000_000;

    /** How long one look at lanes that drain may take, except for the last of them. */
    private static final long DRAIN_NS = 1_000_000;

    private final LaneConnection link;
    private final int maxLanes;
    private final Throttle throttle = new Throttle();
    private final ReentrantLock growing = new ReentrantLock();
    private volatile OutgoingLane[] lanes = {};
    private volatile LaneQueue queue; // null until somebody has waited long
    private int firstToDrain; // used by the monitor only
    private boolean withdrawn; // guarded by growing
    private long growAgainNs = System.nanoTime(); // guarded by growing

    /** A pool without lanes. */
    public LanePool(LaneConnection link, int maxLanes) {
        this.link = link;
        this.maxLanes = maxLanes;
    }

    /**
     * Takes a lane for one call. Takes the same lane as last time if it is free, because the lane's memory is then in
     * the cache of the thread's CPU. If as many threads call as there are processors for, the caller waits for its
     * turn; see {@link Throttle}. Blocks until there is a lane, at most until the deadline.
     *
     * @param timeoutNs the timeout of the call
     * @param deadlineNs the deadline of the call, if its clock runs already
     * @throws OverloadedException if none became free in time
     */
    public OutgoingLane borrow(long timeoutNs, long deadlineNs) {
        OutgoingLane usual = tryBorrow(deadlineNs);
        return usual != null ? usual : borrowAnother(lanes, timeoutNs, deadlineNs);
    }

    /** As above, but only if the same lane as last time is free; otherwise returns null. */
    public OutgoingLane tryBorrow(long deadlineNs) {
        OutgoingLane[] all = lanes;
        int count = all.length;
        if (count != 0) {
            OutgoingLane usual = all[hint(throttle.areTaken() ? Math.min(count, Throttle.AT_ONCE) : count)];
            if (usual.tryBorrow()) {
                usual.startClock(deadlineNs);
                return usual;
            }
        }
        return null;
    }

    private OutgoingLane borrowAnother(OutgoingLane[] all, long timeoutNs, long callDeadlineNs) {
        long deadlineNs = callDeadlineNs;
        long waitedNs = 0;
        int room = throttle.areTaken() ? Throttle.AT_ONCE : Integer.MAX_VALUE;
        for (int i = 0; i < all.length; i++) {
            OutgoingLane lane = all[i];
            OutgoingLane free = null;
            if (lane.tryBorrow()) {
                free = lane;
            } else if (room > 0 && lane.activity().isCalling() && --room == 0) {
                long beganNs = System.nanoTime();
                deadlineNs = Deadlines.running(deadlineNs, timeoutNs);
                free = throttle.await(Arrays.copyOf(all, i + 1), deadlineNs);
                waitedNs = System.nanoTime() - beganNs;
            }
            if (free != null) {
                free.startClock(deadlineNs);
                return free;
            }
        }
        return borrowSlowly(Deadlines.running(deadlineNs, timeoutNs), waitedNs);
    }

    private static int hint(int count) {
        // Thread ids are consecutive, from 1 on: the remainder spreads them evenly. Mostly no division is needed.
        long id = Thread.currentThread().getId() - 1;
        return (count & count - 1) == 0 ? (int) id & count - 1 : (int) (id % count);
    }

    /** @param waitedNs time spent before, in the wait for a turn */
    private OutgoingLane borrowSlowly(long deadlineNs, long waitedNs) {
        long startNs = System.nanoTime() - waitedNs;
        try {
            return borrowSince(startNs, deadlineNs);
        } finally {
            LaneQueue joined = queue;
            if (joined != null) {
                joined.leave();
            }
        }
    }

    private synchronized LaneQueue queue() {
        if (queue == null) {
            queue = new LaneQueue(link);
        }
        return queue;
    }

    private OutgoingLane borrowSince(long startNs, long deadlineNs) {
        Backoff backoff = new Backoff();
        while (true) {
            if (link.isClosed()) {
                throw link.lost(0, null, true);
            }
            OutgoingLane[] all = lanes;
            for (OutgoingLane lane : all) {
                lane.drain();
                if (lane.tryBorrow()) {
                    lane.startClock(deadlineNs); // what is left after the wait for the lane
                    return lane;
                }
            }
            // An interrupted caller's request would end at once, and nobody would make another for a while.
            if (all.length < maxLanes && !Thread.currentThread().isInterrupted()) {
                grow(deadlineNs);
            }
            if (lanes != all) {
                continue;
            }
            if (Deadlines.remainingNs(deadlineNs) == 0) {
                throw CallFailures.overloaded(link, "lanes", lanes.length, System.nanoTime() - startNs);
            }
            if (Thread.currentThread().isInterrupted()) {
                throw CallFailures.interruptedWaitingForLane(link);
            }
            if (System.nanoTime() - startNs > LaneConnection.LONG_WAIT_NS) {
                queue().join(startNs);
            }
            backoff.pause();
        }
    }

    private void grow(long deadlineNs) {
        int seen = lanes.length;
        boolean locked;
        try {
            locked = seen == 0
                    ? growing.tryLock(Deadlines.remainingNs(deadlineNs), TimeUnit.NANOSECONDS)
                    : growing.tryLock(); // while another thread makes lanes, an existing one may become free
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CallFailures.interruptedWaitingForLane(link);
        }
        if (!locked) {
            return;
        }
        try {
            if (withdrawn) {
                throw link.lost(Long.MAX_VALUE, null, true);
            }
            if (seen != 0 && System.nanoTime() - growAgainNs < 0) {
                return;
            }
            OutgoingLane[] old = lanes;
            if (old.length == seen && seen < maxLanes) { // the last ones may have been made since the caller looked
                int count = Math.min(seen == 0 ? FIRST_LANES : seen, maxLanes - seen);
                lanes = append(old, link.openLanes(count, ChannelMode.TURN_TAKING, Deadlines.remainingNs(deadlineNs)));
            }
        } catch (NearcallException e) {
            if (seen == 0 || link.isClosed()) {
                throw e;
            } // otherwise the existing lanes must do for a while
            growAgainNs = System.nanoTime() + GROWTH_PAUSE_NS;
        } finally {
            growing.unlock();
        }
    }

    private OutgoingLane[] append(OutgoingLane[] old, NewLanes opened) {
        OutgoingLane[] all = Arrays.copyOf(old, old.length + opened.channels().length);
        for (int i = 0; i < opened.channels().length; i++) {
            int index = old.length + i;
            boolean preferred = index < Throttle.AT_ONCE;
            all[index] = new OutgoingLane(opened.firstId() + i, opened.channels()[i], link, throttle, preferred);
        }
        return all;
    }

    /** The peer has given up a call that came back on one of these lanes. */
    public void interruptNested(int laneId, long nestedCallId) {
        for (OutgoingLane lane : lanes) {
            if (lane.id() == laneId) {
                lane.nesting().interrupt(nestedCallId);
            }
        }
    }

    /** Reports on which lanes threads wait, which calls that came back they run, and who waits for a lane. */
    public void tellWaits(ConnectionWaits waits) {
        OutgoingLane[] all = lanes;
        for (OutgoingLane lane : all) {
            lane.nesting().tellWaits(waits);
        }
        LaneQueue waiting = queue;
        if (waiting != null && !waiting.isEmpty()) {
            waiting.tellWaits(waits, all.length < maxLanes ? Set.of() : holders(all));
        }
    }

    /** The ids of the threads that have the lanes; none if a lane is free, or if the thread of a lane is not known. */
    private static Set<Long> holders(OutgoingLane[] lanes) {
        Set<Long> holders = new HashSet<>();
        for (OutgoingLane lane : lanes) {
            long holder = lane.nesting().holder();
            if (holder == 0) {
                return Set.of();
            }
            holders.add(holder);
        }
        return holders;
    }

    /** What the lanes do at this moment, approximately. */
    public LaneStates states() {
        int idle = 0;
        int busy = 0;
        int draining = 0;
        for (OutgoingLane lane : lanes) {
            switch (lane.state()) {
                case OutgoingLane.FREE -> idle++;
                case OutgoingLane.BORROWED -> busy++;
                case OutgoingLane.DRAINING -> draining++;
                default -> {} // the connection has ended
            }
        }
        return new LaneStates(idle, busy, draining);
    }

    /** How many lanes have a call on them, or wait for the late answer to one. Any thread; without order, so it may be over. */
    public int inUse() {
        int count = 0;
        for (OutgoingLane lane : lanes) {
            int state = lane.state();
            if (state == OutgoingLane.BORROWED || state == OutgoingLane.DRAINING) {
                count++;
            }
        }
        return count;
    }

    /** Whether a method of that object runs within a call on one of these lanes, as far as can be seen. */
    public boolean isCalling(Object target) {
        for (OutgoingLane lane : lanes) {
            if (lane.nesting().isCalling(target)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Looks at the lanes whose callers gave up, for a short while. Returns whether a lane may still wait for its late
     * answer. On the monitor's thread.
     */
    public boolean drain() {
        OutgoingLane[] all = lanes;
        long endNs = System.nanoTime() + DRAIN_NS;
        boolean draining = false;
        for (int left = all.length; left > 0; left--) {
            int next = firstToDrain % all.length;
            firstToDrain = next + 1;
            boolean drains = all[next].drain();
            draining |= drains;
            if (drains && left > 1 && System.nanoTime() - endNs > 0) {
                return true; // the others are first the next time
            }
        }
        return draining;
    }

    /** Ends the waits of all calls and withdraws the lanes. Returns whether none is in use any more. Repeatable. */
    public boolean retire() {
        boolean retired = growing.tryLock(); // whoever holds the lock may use memory of lanes that are not listed yet
        if (retired) {
            withdrawn = true;
            growing.unlock();
        }
        for (OutgoingLane lane : lanes) {
            lane.disconnect();
            retired &= lane.tryRetire();
        }
        return retired;
    }
}
