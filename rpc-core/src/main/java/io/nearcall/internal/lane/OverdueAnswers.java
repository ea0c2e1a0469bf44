// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.WaitResult;
import java.util.ArrayDeque;
import java.util.List;

/** The answers that a lane still owes, to either side, for calls within calls whose time was over. Confined to its borrower. */
final class OverdueAnswers {

    /* Who gives up a nested call goes on at once, but its answer has to come before he writes to the lane again: until then the
     * peer's thread, which runs the method, could not read it anyway. And who runs a method for the peer until the time of
     * his own call is over, around it, leaves the method's answer to be written later. Both are overdue, in the order in which
     * they became so, which is that of the calls from the inside out. Nobody waits for them longer than for the call that
     * he is about to make, or that is around the method which has ended.
     *
     * While an answer of the peer's is awaited, the peer may call back. That call, and all within it, is inside of what is
     * overdue already: what becomes overdue in it comes first, and it does not wait for what is around it. So while it is
     * served, what is overdue already is put aside. */

    /** An answer that is to come, or if it is one of ours, to be written to the call of that id. */
    private record Answer(boolean isOurs, long callId, boolean hasRun) {}

    /** Frames that are skipped between two looks at the clock. */
    private static final int LOOK_MASK = 15;

    /** Bytes that are skipped in one turn, where the thread serves others: one ring. */
    private static final int TURN_BYTES = 64 << 10;

    /** A frame counts as so many bytes at least. */
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

    /** The call of the peer of that id has been run, and not been answered. */
    void addOurs(long calledId) {
        overdue.add(new Answer(true, calledId, true));
    }

    /** The call of the peer of that id, which came last, is not run. */
    void addRefusal(long calledId) {
        overdue.addFirst(new Answer(true, calledId, false));
    }

    /** A call was given up whose answer is on its way. */
    void addOfPeer() {
        overdue.add(new Answer(false, 0, false));
    }

    /** Waits until nothing is overdue any more; the peer may call back meanwhile. */
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
            if (look && result == WaitResult.READY && !overdue.isEmpty()) { // frames that keep coming end no wait
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
     * Deals with all that is overdue, and with the answer to the lane's own call, whose caller gave up, as far as that goes
     * without waiting, and for a turn at most: a peer that sends as fast as its frames are skipped does not keep the thread.
     * Calls that come back are refused.
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

    /** What the peer waits for is the answer to a call that it has sent to its end. */
    private boolean isOurTurn() {
        return !overdue.isEmpty() && overdue.getFirst().isOurs() && !nesting.isCutShort();
    }

    private boolean tryAnswerFirst() {
        Answer answer = overdue.getFirst();
        boolean answered = nesting.server().tryAnswer(answer.callId(), answer.hasRun());
        if (answered) {
            overdue.removeFirst();
        }
        return answered;
    }

    /** What comes is for our other role: a call, or the rest of one. */
    private boolean isCalledBack() {
        return reader.isAtCall() || nesting.isCutShort();
    }
}
