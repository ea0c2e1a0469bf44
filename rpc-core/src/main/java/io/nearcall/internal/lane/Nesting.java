// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.internal.call.CallTerms;
import io.nearcall.internal.call.Callee;
import io.nearcall.internal.codec.CodecException;
import io.nearcall.internal.waits.ConnectionWaits;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.ipc.os.OsException;
import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * The calls within calls of one end of a lane: its two roles, how deep they nest, and how long they wait for each other. A
 * lane without calls back has one, too, at level 0. Belongs to the thread that has the lane, unless "any thread" is said.
 */
public final class Nesting {

    /* While a caller waits, the peer's method may call back: the lane's two ends change their roles, and the waiting thread
     * runs the method that is called, which may in turn call back. So calls on a lane nest like those of one thread, and at
     * each moment one end writes and the other waits. The state of the call that waits is kept on the stack meanwhile, by
     * the serveNested() of either role. What was given up on the way is OverdueAnswers' affair.
     *
     * The role that the lane was opened for is there from the start. The other one is made when it is first needed. */

    /** How deep calls within calls go on one lane, those of both sides counted; each side counts its own. */
    public static final int MOST = 32;

    private static final int MOST_OWN = MOST / 2;
    private static final long[] NONE = {};

    private final int laneId;
    private final Channel channel;
    private final LaneConnection connection;
    final int outermost;
    private final boolean patient;
    int level; // our next call is within so many of the peer's
    private long[] around = NONE; // the calls within which the one runs, 0 in place of those that do not run themselves
    private OutgoingLane caller;
    OverdueAnswers overdue; // null while there is no caller
    private volatile LaneCall server; // volatile for others who interrupt, or ask what runs
    private MessageReader calls;
    private int waiting; // so many calls of ours are around the one that is served
    private long untilNs; // the deadline of the innermost of these
    private boolean cutShort;
    private long cutShortId;

    private Nesting(int laneId, Channel channel, LaneConnection connection, int outermost, boolean patient) {
        this.laneId = laneId;
        this.channel = channel;
        this.connection = connection;
        this.outermost = outermost;
        this.level = outermost;
        this.patient = patient;
    }

    /** Of a lane of our own: what is served there is within our calls. */
    public static Nesting ofCaller(int laneId, Channel channel, LaneConnection connection) {
        return new Nesting(laneId, channel, connection, 0, true);
    }

    /**
     * Of a lane of the peer's: what is called there is within its calls.
     *
     * @param patient whether the thread is the lane's own, so that others do not need it
     */
    public static Nesting ofServer(int laneId, Channel channel, LaneConnection connection, boolean patient) {
        return new Nesting(laneId, channel, connection, 1, patient);
    }

    public Channel channel() {
        return channel;
    }

    /** Whether it is a lane of the peer's. */
    public boolean isOfServer() {
        return outermost != 0;
    }

    /** What the role that serves reads calls with: no longer than the calls around them may take. Made once. */
    public MessageReader newReader() {
        calls = new MessageReader(
                channel, connection.maxMessageBytes(), connection.references(), this::awaitFrame, this::look);
        return calls;
    }

    /** The role that serves is there. */
    public void servedBy(LaneCall role) {
        server = role;
    }

    /** The role that calls is there, and reads answers with that. */
    public void calledBy(OutgoingLane role, MessageReader answers) {
        caller = role;
        overdue = new OverdueAnswers(this, channel, connection, answers);
    }

    /** The role that serves. */
    LaneCall server() {
        if (server == null) {
            server = new LaneCall(this, connection);
        }
        return server;
    }

    /** The role that calls. */
    public OutgoingLane caller() {
        if (caller == null) {
            OutgoingLane.within(laneId, this, connection);
        }
        return caller;
    }

    /** The channel's current frame is a call that has come back, or the rest of one: serves it, or reads over it. */
    public void serve() {
        server().serveNested();
    }

    /** As {@link OutgoingLane#serveNested}, within a call of ours whose time is over then. */
    public void serveUntil(long deadlineNs) {
        long outerNs = untilNs;
        untilNs = deadlineNs;
        waiting++;
        try {
            caller.serveNested();
        } finally {
            waiting--;
            untilNs = outerNs;
        }
    }

    /** A call is served within another one, of that id if that one runs, else 0, until the level is put back. */
    public void enter(long outerId) {
        int depth = level - outermost;
        if (depth == around.length) {
            around = Arrays.copyOf(around, depth + 4);
        }
        around[depth] = outerId;
        level++;
    }

    /** Whether what the lane's end is at is within another call, since {@link #enter}. Any thread; without order. */
    public boolean isEntered() {
        return level != outermost;
    }

    /** Whether a call made now is within one of the peer's. */
    public boolean isWithin() {
        return level != 0;
    }

    /** Whether a method that is served may have others within it. Any thread; without order. */
    public boolean isAroundOthers() {
        return level > 1;
    }

    /** Whether a call made now would be too deep within others. */
    public boolean isTooDeep() {
        return level > MOST_OWN;
    }

    /** Whether that holds for the id of any call that runs, and is around the one that is served. */
    public boolean isAnyAround(LongPredicate what) {
        for (int i = 0; i < level - outermost; i++) {
            if (around[i] != 0 && what.test(around[i])) {
                return true;
            }
        }
        return false;
    }

    /** The peer has given up a call that is nested in one of ours: interrupts its method. Any thread. */
    public void interrupt(long nestedCallId) {
        LaneCall serving = server;
        if (serving != null) {
            serving.interrupt(nestedCallId);
        }
    }

    /** Tells which call a thread sleeps for, and which one it runs. Any thread. */
    public void tellWaits(ConnectionWaits waits) {
        OutgoingLane calling = caller;
        LaneCall serving = server;
        if (calling != null) {
            calling.tellWaits(waits);
        }
        if (serving != null) {
            serving.tellRun(waits, laneId);
        }
    }

    /** The id of the thread that has the lane of ours, as far as it waits there or runs a call that has come back; else 0. */
    long holder() {
        LaneCall serving = server;
        long sleeper = caller.sleeper();
        Thread running = sleeper != 0 || serving == null ? null : serving.thread();
        return running == null ? sleeper : running.getId();
    }

    /** The lane's number. */
    int laneId() {
        return laneId;
    }

    /** Whether a method of that object runs here for the peer. Any thread. */
    public boolean isCalling(Object target) {
        LaneCall serving = server;
        return serving != null && serving.isCalling(target);
    }

    /** The call of that id is not run, and its rest is to be read over when it comes. */
    public void cutShort(long callId) {
        cutShort = true;
        cutShortId = callId;
    }

    /** Whether the next frame for the role that serves goes on with a call that was {@linkplain #cutShort cut short}. */
    public boolean isCutShort() {
        return cutShort;
    }

    /**
     * The channel's current frame begins a call on a lane whose caller has given up, or goes on with one that was cut short:
     * reads over it. The method is not run; behind the last frame the peer is to be answered before anything else. Does not
     * wait.
     *
     * @throws RuntimeException if the peer broke the protocol
     */
    public void refuse() {
        server();
        if (!cutShort) {
            calls.requireCall(false);
            cutShort(calls.beginCall()); // all that is read of it: more would have to be waited for
        }
        if (calls.skipFrame()) {
            cutShort = false;
            overdue.addRefusal(cutShortId);
        }
    }

    /** The call of the peer of that id has been run, and has not been answered in time. */
    public void answerLater(long calledId) {
        overdue.addOurs(calledId);
    }

    /** A call of ours was given up whose answer is on its way. */
    public void answerComesLate() {
        overdue.addOfPeer();
    }

    /** Whether nothing may be written to the lane before what is overdue. */
    public boolean isOverdue() {
        return overdue != null && !overdue.isEmpty();
    }

    /** Waits for what is overdue, before a call of ours. The peer may call back meanwhile. */
    public WaitResult settle(long deadlineNs) {
        try {
            return overdue.settle(deadlineNs, true);
        } catch (WaitOver e) {
            return WaitResult.TIMED_OUT;
        } catch (LaneClosed e) {
            return WaitResult.CLOSED;
        }
    }

    /** Waits for what is overdue before a call that ends, if that does not come in time, without having been sent. */
    void settleBefore(Callee called, int methodIndex, CallTerms callTerms, long untilNs) {
        WaitResult result;
        try {
            result = settle(untilNs);
        } catch (PeerFault | CodecException | OsException e) {
            throw connection.broken(e.getMessage());
        }
        if (result != WaitResult.READY) {
            throw CallFailures.notSettled(result, called, methodIndex, callTerms, connection);
        }
    }

    /**
     * As {@link OverdueAnswers#tryConsumeSome}, of a lane whose caller has given up.
     *
     * @return whether nothing is left
     */
    public boolean trySettle() {
        return overdue.tryConsumeSome();
    }

    /**
     * Waits until the answers to calls have come that were given up, and reads over them: before that nothing may be written
     * to the lane.
     *
     * @throws WaitOver if the time of our call is over, within which the method runs that has ended
     * @throws LaneClosed if the connection ends; also if no call of ours is around it, and the peer makes others wait
     */
    public void awaitLateAnswers() {
        if (isOverdue()) {
            settleWithin();
        }
    }

    private void settleWithin() {
        WaitResult result;
        try {
            result = overdue.settle(waitUntilNs(MessagePatience.onceEndNs()), false);
        } catch (PeerFault | CodecException | OsException e) {
            connection.protocolBroken(e.getMessage());
            throw LaneClosed.now();
        }
        check(result, "it does not answer calls within calls");
    }

    /**
     * Waits for room for the answer to a call that is served within another. Throws as above.
     *
     * @param look is run from time to time; what it throws ends the wait, too
     * @param patienceEndNs when to give up, if others need the thread and no call of ours is around it
     */
    public void awaitRoom(Runnable look, long patienceEndNs) {
        check(MessageWriter.awaitSpace(channel, waitUntilNs(patienceEndNs), look), "it does not read its answers");
    }

    /** Waits for the next frame of a call that is read. Throws as above. */
    private void awaitFrame() {
        if (channel.spinBriefly()) {
            return;
        }
        long sinceNs = System.nanoTime();
        if (!channel.spinOn()) {
            check(
                    channel.sleepForFrame(waitUntilNs(calls.patienceEndNs()), false),
                    "a call was left incomplete on lane " + laneId);
        }
        calls.waitedSince(sinceNs);
    }

    /** Called every few frames while a call is read: ends the reading when nobody is left to answer. */
    private void look() {
        if (connection.isClosed()) {
            throw LaneClosed.now();
        }
        if (waiting > 0 && untilNs - System.nanoTime() <= 0) {
            throw new WaitOver();
        }
    }

    /** Until when the thread may wait that runs a method for the peer. */
    private long waitUntilNs(long patienceEndNs) {
        if (waiting > 0) {
            return untilNs;
        }
        return patient ? LaneClosed.neverNs() : patienceEndNs;
    }

    private void check(WaitResult result, String fault) {
        LaneClosed.check(result);
        if (result == WaitResult.TIMED_OUT) {
            if (waiting > 0) {
                throw new WaitOver();
            }
            connection.protocolBroken(fault);
            throw LaneClosed.now();
        }
    }
}
