// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import io.nearcall.internal.lane.MessageReader;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.WaitResult;
import java.util.ArrayDeque;

/** The answers that a lane still owes, to either side, for calls within calls whose time was over. Confined to its borrower. */
final class OverdueAnswers {

    /* Who gives up a nested call goes on at once, but its answer has to come before he writes to the lane again: until then the
     * peer's thread, which runs the method, could not read it anyway. And who runs a method for the peer until the time of
     * his own call is over, around it, leaves the method's answer to be written later. Both are overdue, in the order in which
     * they became so, which is that of the calls from the inside out. Nobody waits for them longer than for the call that
     * he is about to make, or that is around the method which has ended. */

    /** In place of the id of a call of the peer's: an answer of the peer's. */
    private static final long OF_PEER = 0;

    private final Channel channel;
    private final MessageReader reader;
    private final ClientLane lane;
    private final ArrayDeque<Long> overdue = new ArrayDeque<>(0);

    OverdueAnswers(ClientLane lane, Channel channel, MessageReader reader) {
        this.lane = lane;
        this.channel = channel;
        this.reader = reader;
    }

    boolean isEmpty() {
        return overdue.isEmpty();
    }

    /** The call of the peer of that id has been run, or cut short, and not been answered. */
    void addOurs(long calledId) {
        overdue.add(calledId);
    }

    /** A call was given up whose answer is on its way. */
    void addOfPeer() {
        overdue.add(OF_PEER);
    }

    /** Waits until nothing is overdue any more; the peer may call back meanwhile. */
    WaitResult settle(long untilNs, boolean interruptible) {
        while (!overdue.isEmpty()) {
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
                        lane.serveNested();
                    } else if (reader.skipFrame()) {
                        overdue.removeFirst();
                    }
                }
            }
            if (result != WaitResult.READY) {
                return result;
            }
        }
        return WaitResult.READY;
    }

    /**
     * Deals with all that is overdue, and with the answer to the lane's own call, whose caller gave up, as far as that goes
     * without waiting. Calls that come back are refused.
     *
     * @return whether nothing is left
     */
    boolean tryConsumeAll() {
        while (true) {
            while (isOurTurn()) {
                if (!tryAnswerFirst()) {
                    return false;
                }
            }
            if (!channel.poll()) {
                return false;
            }
            if (isCalledBack()) {
                lane.server().refuseNested();
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
        return !overdue.isEmpty() && overdue.getFirst() != OF_PEER && !lane.isCutShort();
    }

    private boolean tryAnswerFirst() {
        boolean answered = lane.server().tryAnswer(overdue.getFirst());
        if (answered) {
            overdue.removeFirst();
        }
        return answered;
    }

    /** What comes is for our other role: a call, or the rest of one. */
    private boolean isCalledBack() {
        return FrameFormat.isCall(channel.frameFlags()) || lane.isCutShort();
    }
}
