// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.WaitResult;
import java.util.ArrayDeque;
import java.util.List;

/**
 * The answers that a lane still owes, to either side, for calls within calls whose time was over. Only the lane's
 * borrower uses this.
 */
final class OverdueAnswers {

    /* A caller that gives up a nested call goes on at once. But the answer has to come before the caller writes to the
     * lane again. Until then the peer's thread, which runs the method, could not read what the caller writes anyway. A
     * thread that runs a method for the peer may find that the time of its own outer call is over. Then it leaves the
     * method's answer to be written later. Both answers are overdue, in the order in which they became so, which is
     * that of the calls from the inside out. Nobody waits for them longer than for the call that is about to be made,
     * or for the call around the method that has ended.
     *
     * While this side awaits an answer of the peer, the peer may call back. That call, and all calls within it, is
     * inside of what is overdue already. What becomes overdue in it comes first, and it does not wait for what is
     * around it. So while it is served, what is overdue already is put aside. */

    /** An answer that must come, or, if it is ours, must be written to the call of that id. */
    private record Answer(boolean isOurs, long callId, boolean hasRun) {}

    /** Frames that are skipped between two looks at the clock. */
    private static final int LOOK_MASK = 15;

    /** Bytes that are skipped in one turn if the thread serves others: one ring. */
    private static final int TURN_BYTES = 64 << 10;

    /** A frame counts as at least this many bytes. */
    private static final int LEAST_FRAME_BYTES = 2 << 10;

    private final Channel channel;
    private final LaneConnection connection;
    private final MessageReader reader;
    private final Nesting nesting;
    private final ArrayDeque<Answer> overdue = new ArrayDeque<>(0);

    OverdueAnswers(Nesting nesting, Channel channel, LaneConnection connection, MessageReader reader) {
        this.nesting = nesting;
        this.channel = channel;
        this.connection = connection;
        this.reader = reader;
    }

    boolean isEmpty() {
        return overdue.isEmpty();
    }

    /** The peer's call of that id has run, and has not been answered. */
    void addOurs(long calledId) {
        overdue.add(new Answer(true, calledId, true));
    }

    /** The peer's call of that id, which came last, does not run. */
    void addRefusal(long calledId) {
        overdue.addFirst(new Answer(true, calledId, false));
    }

    /** A call was given up, and its answer is on its way. */
    void addOfPeer() {
        overdue.add(new Answer(false, 0, false));
    }

    /** Waits until nothing is overdue any more. The peer may call back meanwhile. */
    WaitResult settle(long untilNs, boolean interruptible) {
        for (int frames = 1; !overdue.isEmpty(); frames++) {
            boolean look = (frames & LOOK_MASK) == 0;
            WaitResult result;
            if (isOurTurn()) {
                if (tryAnswerFirst()) {
                    continue;
                }
                result = channel.awaitSpace(untilNs, interruptible);
            } else {
                result = channel.spinForFrame() ? WaitResult.READY : channel.sleepForFrame(untilNs, interruptible);
                if (result == WaitResult.READY) {
                    if (isCalledBack()) {
                        serve();
                        look = true;
                    } else if (reader.skipFrame()) {
                        overdue.removeFirst();
                    }
                }
            }
            if (look && result == WaitResult.READY && !overdue.isEmpty()) { // frames that keep coming do not end a wait
                result = look(untilNs, interruptible);
            }
            if (result != WaitResult.READY) {
                return result;
            }
        }
        return WaitResult.READY;
    }

    private WaitResult look(long untilNs, boolean interruptible) {
        if (connection.isClosed()) {
            return WaitResult.CLOSED;
        }
        if (interruptible && Thread.currentThread().isInterrupted()) {
            return WaitResult.INTERRUPTED;
        }
        return untilNs - System.nanoTime() <= 0 ? WaitResult.TIMED_OUT : WaitResult.READY;
    }

    private void serve() {
        List<Answer> around = List.copyOf(overdue);
        overdue.clear();
        try {
            nesting.caller().serveNested();
        } finally {
            overdue.addAll(around);
        }
    }

    /**
     * Deals with all that is overdue, and with the answer to the lane's own call, whose caller gave up. Does not wait,
     * and takes one turn at most: a peer that sends as fast as its frames are skipped does not keep the thread. Refuses
     * calls that come back.
     *
     * @return whether nothing is left
     */
    boolean tryConsumeSome() {
        int leftBytes = TURN_BYTES;
        while (true) {
            while (isOurTurn()) {
                if (!tryAnswerFirst()) {
                    return false;
                }
            }
            if (leftBytes <= 0 || !channel.poll()) {
                return false;
            }
            leftBytes -= Math.max(channel.frameLength(), LEAST_FRAME_BYTES);
            if (isCalledBack()) {
                nesting.refuse();
            } else if (reader.skipFrame()) {
                if (overdue.isEmpty()) {
                    return true;
                }
                overdue.removeFirst();
            }
        }
    }

    /** Whether the peer waits for our answer to a call that it has sent completely. */
    private boolean isOurTurn() {
        return !overdue.isEmpty() && overdue.getFirst().isOurs() && !nesting.isCutShort();
    }

    private boolean tryAnswerFirst() {
        Answer answer = overdue.getFirst();
        boolean answered = nesting.server().answers.tryOverdue(answer.callId(), answer.hasRun());
        if (answered) {
            overdue.removeFirst();
        }
        return answered;
    }

    /** Whether the current frame is for our other role: a call, or the rest of one. */
    private boolean isCalledBack() {
        return reader.isAtCall() || nesting.isCutShort();
    }
}
