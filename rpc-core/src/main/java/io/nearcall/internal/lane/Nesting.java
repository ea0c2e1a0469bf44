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
 * The calls within calls at one end of a lane: its two roles, how deep they nest, and how long they wait for each
 * other. A lane without calls back also has a Nesting, at level 0. Belongs to the thread that has the lane, except
 * where "any thread" is said.
 */
public final class Nesting {

    /* While a caller waits, the peer's method may call back. Then the two ends of the lane swap roles: the waiting
     * thread runs the called method, which may call back in turn. So calls on a lane nest like those of one thread. At
     * each moment one end writes and the other waits. Meanwhile the serveNested() of either role keeps the state of the
     * waiting call on the stack. OverdueAnswers deals with calls that were given up on the way.
     *
     * The role that the lane was opened for exists from the start. The other role is made when it is first needed. */

    /** How deep calls nest on one lane, counting those of both sides. Each side counts its own. */
    public static final int MOST = 32;

    private static final int MOST_OWN = MOST / 2;
    private static final long[] NONE = {};

    private final int laneId;
    private final Channel channel;
    private final LaneConnection connection;
    final int outermost;
    private final boolean patient;
    int level; // our next call is within this many calls of the peer
    private long[] around = NONE; // the ids of the calls around the current one; 0 for a call that does not run itself
    private OutgoingLane caller;
    OverdueAnswers overdue; // null while there is no caller
    private volatile LaneCall server; // volatile for other threads, which interrupt or ask what runs
    private MessageReader calls;
    private int waiting; // how many calls of ours are around the one that is served
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

    /** For a lane of our own. What is served there is within our calls. */
    public static Nesting ofCaller(int laneId, Channel channel, LaneConnection connection) {
        return new Nesting(laneId, channel, connection, 0, true);
    }

    /**
     * For a lane of the peer. Calls made there are within the peer's.
     *
     * @param patient whether the thread is the lane's own, so no others need it
     */
    public static Nesting ofServer(int laneId, Channel channel, LaneConnection connection, boolean patient) {
        return new Nesting(laneId, channel, connection, 1, patient);
    }

    public Channel channel() {
        return channel;
    }

    /** Whether the lane is one of the peer. */
    public boolean isOfServer() {
        return outermost != 0;
    }

    /** Makes the reader of calls for the serving role. It waits no longer than the outer calls may take. Made once. */
    public MessageReader newReader() {
        calls = new MessageReader(
                channel, connection.maxMessageBytes(), connection.references(), this::awaitFrame, this::look);
        return calls;
    }

    /** Sets the serving role. */
    public void servedBy(LaneCall role) {
        server = role;
    }

    /** Sets the calling role, and the reader with which it reads answers. */
    public void calledBy(OutgoingLane role, MessageReader answers) {
        caller = role;
        overdue = new OverdueAnswers(this, channel, connection, answers);
    }

    /** The serving role. */
    LaneCall server() {
        if (server == null) {
            server = new LaneCall(this, connection, new AnswerWriter(this, false, connection));
        }
        return server;
    }

    /** The calling role. */
    public OutgoingLane caller() {
        if (caller == null) {
            OutgoingLane.within(laneId, this, connection);
        }
        return caller;
    }

    /** Serves the channel's current frame: a call that has come back, or the rest of one. Or skips it. */
    public void serve() {
        server().serveNested();
    }

    /** As {@link OutgoingLane#serveNested}, within a call of ours that has this deadline. */
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

    /**
     * Enters a call within the call {@code outerId}, until the level is put back. The id is 0 if the outer call does
     * not run.
     */
    public void enter(long outerId) {
        int depth = level - outermost;
        if (depth == around.length) {
            around = Arrays.copyOf(around, depth + 4);
        }
        around[depth] = outerId;
        level++;
    }

    /** Whether this end of the lane is within another call, since {@link #enter}. Any thread; without order. */
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

    /** Whether {@code what} holds for the id of any call that runs around the one that is served. */
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

    /** Reports which call a thread sleeps for, and which one it runs. Any thread. */
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

    /** The id of the thread that waits on our lane, or that runs a call that has come back on it; otherwise 0. */
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

    /** The call of that id does not run. Its rest must be skipped when it comes. */
    public void cutShort(long callId) {
        cutShort = true;
        cutShortId = callId;
    }

    /** Whether the next frame for the serving role goes on with a call that was {@linkplain #cutShort cut short}. */
    public boolean isCutShort() {
        return cutShort;
    }

    /**
     * Skips the channel's current frame. It begins a call on a lane whose caller has given up, or goes on with a call
     * that was cut short. The method does not run. After the last frame, the peer must be answered before anything
     * else. Does not wait.
     *
     * @throws RuntimeException if the peer broke the protocol
     */
    public void refuse() {
        server();
        if (!cutShort) {
            calls.requireCall(false);
            cutShort(calls.beginCall()); // all that is read of it: for more this thread would have to wait
        }
        if (calls.skipFrame()) {
            cutShort = false;
            overdue.addRefusal(cutShortId);
        }
    }

    /** Whether something is overdue, before which nothing may be written to the lane. */
    public boolean isOverdue() {
        return overdue != null && !overdue.isEmpty();
    }

    /** Waits for what is overdue before a call of ours. The peer may call back meanwhile. */
    public WaitResult settle(long deadlineNs) {
        try {
            return overdue.settle(deadlineNs, true);
        } catch (WaitOver e) {
            return WaitResult.TIMED_OUT;
        } catch (LaneClosed e) {
            return WaitResult.CLOSED;
        }
    }

    /** Waits for what is overdue before a call. If that does not come in time, the call ends unsent. */
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
     * Waits for the answers to calls that were given up, and skips them. Before that, nothing may be written to the
     * lane.
     *
     * @throws WaitOver if the time is over of our call around the method that has ended
     * @throws LaneClosed if the connection ends. Also if no call of ours is around the method, and the peer makes
     *     others wait
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
     * @param look runs from time to time; an exception from it also ends the wait
     * @param patienceEndNs when to give up, if others need the thread and no call of ours is around it
     */
    public void awaitRoom(Runnable look, long patienceEndNs) {
        check(MessageWriter.awaitSpace(channel, waitUntilNs(patienceEndNs), look), "it does not read its answers");
    }

    /** Waits for the next frame of the call that is being read. Throws as above. */
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

    /** The deadline for a thread that runs a method for the peer. */
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
