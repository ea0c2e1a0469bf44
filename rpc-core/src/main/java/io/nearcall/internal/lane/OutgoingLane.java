// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.OverloadedException;
import io.nearcall.codegen.Repeat;
import io.nearcall.internal.call.CallTerms;
import io.nearcall.internal.call.Callee;
import io.nearcall.internal.call.Deadlines;
import io.nearcall.internal.codec.CodecException;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.ipc.os.OsException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A lane as its caller sees it, and also the call in progress on it. A lane carries one call at a time, so one object
 * serves all its calls and none is allocated. A caller borrows it by {@link #tryBorrow}; from then until the call's
 * end, only the borrower uses it.
 */
public final class OutgoingLane extends OutgoingCall {

    /* FREE --borrow--> BORROWED --end--> FREE
     *                  BORROWED --gave up--> DRAINING --the late answer came--> FREE
     * FREE, DRAINING --connection closed--> RETIRED, where it stays. Only then may its memory be given back. */
    static final int FREE = 0;
    static final int BORROWED = 1;
    static final int DRAINING = 2;
    private static final int RETIRED = 3;

    private static final long ABORT_PATIENCE_NS = 1_000_000_000;

    private final AtomicInteger state = new AtomicInteger(FREE);
    private final Throttle throttle;
    private final LaneActivity activity = new LaneActivity(this);
    private final SlowCalls.Period period; // null if the lane is not preferred: its calls do not count

    private final Nesting nesting;
    private long lastCallId;
    private long nestedCalls; // this many of them were made within others
    private boolean cancelled; // while the lane drains: nothing is left to tell the peer

    /** @param preferred whether callers that {@linkplain Throttle take turns} use this lane before others */
    OutgoingLane(int id, Channel channel, LaneConnection link, Throttle throttle, boolean preferred) {
        this(id, Nesting.ofCaller(id, channel, link), link, throttle, preferred);
    }

    private OutgoingLane(int id, Nesting nesting, LaneConnection link, Throttle throttle, boolean preferred) {
        super(id, nesting.channel(), link);
        this.throttle = throttle;
        this.period = preferred ? new SlowCalls.Period() : null;
        this.nesting = nesting;
        nesting.calledBy(this, reader);
    }

    /** The calling role of a lane that serves: its calls are all nested in one that is being served. */
    static void within(int id, Nesting nesting, LaneConnection link) {
        new OutgoingLane(id, nesting, link, Throttle.NONE, false).state.setPlain(BORROWED);
    }

    /**
     * Prepares a call by a method that runs for this lane's peer; {@link #begin} must follow. Waits for what is
     * overdue.
     *
     * @return this lane
     * @throws OverloadedException if calls nest too deep already
     */
    public OutgoingLane nested(Callee called, int methodIndex, CallTerms callTerms, long callDeadlineNs) {
        if (nesting.isTooDeep()) {
            link.statistics().overloaded();
            throw OverloadedException.tooDeep(called.methodName(methodIndex), link.peerPid(), Nesting.MOST);
        }
        long untilNs = callDeadlineNs;
        if (nesting.isOverdue()) {
            untilNs = Deadlines.running(untilNs, called.timeoutNs(methodIndex, callTerms));
            nesting.settleBefore(called, methodIndex, callTerms, untilNs);
        }
        deadlineNs = untilNs;
        codecUsed = false; // by this call; serveNested() restores the value of the outer call
        nestedCalls++;
        return this;
    }

    /** Takes the lane if it is free. */
    boolean tryBorrow() {
        // The read comes first: a failed compare-and-set would take the cache line from the thread that works with it.
        return state.getPlain() == FREE && state.compareAndSet(FREE, BORROWED);
    }

    /** What the lane shows to callers that might wait for it. */
    LaneActivity activity() {
        return activity;
    }

    /** The lane's state, a number above. For other threads, as the next two. Without order, so it may be outdated. */
    int state() {
        return state.getOpaque();
    }

    /** How many calls have begun, except those within others. */
    long outerCalls() {
        return lastCallId - nestedCalls;
    }

    boolean awaitsAnswer() {
        return phase == OutgoingPhase.SENT;
    }

    /** Sets the deadline of the call that is about to begin. It runs only if the call has had to wait already. */
    void startClock(long callDeadlineNs) {
        deadlineNs = callDeadlineNs;
    }

    /**
     * Starts writing a call. The lane must have been borrowed.
     *
     * @param callTerms what goes along with the call; null if nothing does
     */
    public void begin(Callee called, int objectId, int methodIndex, int remoteMethod, CallTerms callTerms) {
        callee = called;
        method = methodIndex;
        if (terms != callTerms) {
            terms = callTerms; // storing a reference into an old object costs a fence
        }
        phase = OutgoingPhase.WRITING;
        // Never waits: while nobody is in a call, all memory of the lane is free.
        int type = callTerms == null ? FrameFormat.CALL : FrameFormat.CALL | FrameFormat.CONTEXT;
        int start = writer.begin(type, FrameFormat.CALL_HEADER_LENGTH);
        ByteBuffer memory = writer.memory();
        callId = ++lastCallId;
        memory.putLong(start + FrameFormat.CALL_ID_OFFSET, callId);
        memory.putInt(start + FrameFormat.OBJECT_ID_OFFSET, objectId);
        memory.putInt(start + FrameFormat.METHOD_OFFSET, remoteMethod);
        if (callTerms != null) {
            callTerms.write(writer.output(), true, deadlineNs, sentPairs());
        }
    }

    @Override
    public Output output() {
        return writer.output();
    }

    @Override
    public Input invoke() throws Throwable {
        writer.send();
        phase = OutgoingPhase.SENT;
        counter.begin(callee, method, writer.messageBytes()); // while the other side is at work, as below
        long timedNs = counter.isTimeDue() ? counter.start() : 0;
        if (codecUsed) {
            codec.reset(); // while the other side is at work: the answer is another object graph
        }
        receiveFrame();
        while (reader.isAtCall()) {
            serveInTime();
            receiveFrame();
        }
        phase = OutgoingPhase.ANSWERED;
        if (timedNs != 0) {
            counter.timed(callee, method, timedNs);
        }
        if (reader.begin() != callId) {
            throw link.broken("the answer to call " + callId + " on lane " + id + " carries another id");
        }
        if (reader.type() == FrameFormat.RESULT) {
            return reader.input();
        }
        throw readFailure();
    }

    /** As {@link #serveNested}. A peer that keeps calling back holds us no longer than our own call may take. */
    private void serveInTime() {
        long untilNs = deadlineNs();
        stopSpinning();
        try {
            nesting.serveUntil(untilNs);
        } finally {
            activity.comeBack();
        }
        if (Deadlines.remainingNs(untilNs) == 0) {
            check(WaitResult.TIMED_OUT);
        }
        if (Thread.currentThread().isInterrupted()) {
            check(WaitResult.INTERRUPTED);
        }
    }

    /**
     * Has the other role serve the channel's current frame: a call that has come back, or the rest of one. Then
     * restores the outer call.
     *
     * @throws WaitOver as {@link LaneCall#serveNested}, if there is no outer call of this role
     * @throws RuntimeException if the time of the outer call is over, or the connection has ended
     */
    void serveNested() {
        Callee outerCallee = callee;
        int outerMethod = method;
        CallTerms outerTerms = terms;
        long outerId = callId;
        long outerDeadlineNs = deadlineNs;
        boolean outerCodecUsed = codecUsed;
        try {
            nesting.serve();
        } catch (PeerFault | CodecException | OsException e) {
            throw link.broken(e.getMessage());
        } catch (WaitOver e) {
            throw outerCallee == null
                    ? e // served while something overdue was awaited
                    : CallFailures.deadlineExceeded(outerCallee, outerMethod, outerTerms, link, OutgoingPhase.SENT);
        } catch (LaneClosed e) {
            throw outerCallee == null ? e : link.lost(outerId, channel, false);
        } finally {
            callee = outerCallee;
            method = outerMethod;
            terms = outerTerms;
            callId = outerId;
            deadlineNs = outerDeadlineNs;
            codecUsed = outerCodecUsed;
            phase = OutgoingPhase.SENT;
        }
    }

    @Override
    public void end() {
        reader.end();
        counter.end(callee, method, reader.messageBytes());
        finish();
    }

    private void finish() {
        phase = OutgoingPhase.CONSUMED;
        callee = null; // or the lane would keep a remote object alive. The next call may have the same terms
        if (codecUsed) {
            codecUsed = false;
            if (codec != null) {
                codec.reset();
            }
        }
        if (nesting.level == 0 && !(throttle.areAwaited() && throttle.pass(this))) {
            free();
        }
    }

    /** Gives the lane back. */
    void free() {
        // Release: the next borrower's compare-and-set sees all that this one did.
        state.setRelease(FREE);
    }

    @Override
    void receiveFrame() {
        try {
            if (!channel.spinBriefly()) {
                receiveLate();
            }
        } catch (PeerFault e) {
            throw link.broken(e.getMessage());
        }
    }

    private void receiveLate() {
        boolean timed = throttle.areWanted();
        long sinceNs = timed ? System.nanoTime() : 0;
        if (!spinOn()) {
            stopSpinning();
            try {
                sleepForFrame();
            } finally {
                activity.comeBack();
            }
        }
        if (timed) {
            throttle.late(period, lastCallId, sinceNs);
        }
    }

    /** From now on others need not wait for this call to end. */
    private void stopSpinning() {
        activity.leave();
        throttle.lookAgain();
    }

    @Override
    public Throwable fail(Throwable cause) {
        OutgoingPhase reached = phase;
        forgetPairs();
        if (reached == OutgoingPhase.CONSUMED) {
            countFailure(reached, cause);
            finish(); // what the method threw, or why it was not called: nothing went wrong here
            return cause;
        }
        Throwable thrown = reached == OutgoingPhase.ANSWERED ? Answers.ofAborted(reader, link, callee, method) : null;
        if (thrown == null) {
            thrown = CallFailures.translate(CallFailures.ofChannel(cause, link), reached, callee, method);
        }
        countFailure(reached, thrown);
        codec = null; // after an exception a Kryo cannot be trusted to be in its initial state
        codecUsed = false;
        writer.forgetReferences();
        if (reached == OutgoingPhase.WRITING && !writer.isPartlySent()) {
            finish();
        } else {
            giveUp(reached);
        }
        return thrown;
    }

    @Override
    public Repeat again(Throwable cause, Repeat former) throws Throwable {
        Callee called = callee;
        int calledMethod = method;
        long untilNs = deadlineNs;
        boolean thrownByMethod = isThrownByMethod();
        boolean nested = nesting.isWithin(); // then the outer call has been lost too
        Throwable thrown = fail(cause);
        if (thrownByMethod || nested) {
            throw thrown;
        }
        return called.again(calledMethod, thrown, untilNs, former);
    }

    private void giveUp(OutgoingPhase reached) {
        boolean answerComes = reached == OutgoingPhase.SENT || reached == OutgoingPhase.ANSWERED && reader.goesOn();
        cancelled = !answerComes || link.cancel(id, callId);
        if (nesting.isWithin()) {
            leaveNested(reached);
            return;
        }
        callee = null;
        state.setRelease(DRAINING);
        if (drain()) {
            link.drainLater();
        }
    }

    /** Gives the lane back to the outer call. */
    private void leaveNested(OutgoingPhase reached) {
        phase = OutgoingPhase.CONSUMED;
        callee = null;
        try {
            while (!writer.tryAbort()) { // the peer is reading: it waits for us
                if (channel.awaitSpace(Deadlines.after(ABORT_PATIENCE_NS), false) != WaitResult.READY) {
                    throw link.broken("a call within a call was left incomplete on lane " + id);
                }
            }
            if (reached != OutgoingPhase.ANSWERED || !reader.skipHeld()) {
                nesting.overdue.addOfPeer();
            }
        } catch (PeerFault | CodecException | OsException e) {
            throw link.broken(e.getMessage());
        }
    }

    /**
     * Consumes what has come of the late answer to a call whose caller gave up, to make the lane usable again. Any
     * thread. Does not wait, and consumes no more than about what a ring holds.
     *
     * @return whether the lane still waits for that answer
     */
    boolean drain() {
        if (state.getPlain() != DRAINING || !state.compareAndSet(DRAINING, BORROWED)) {
            return false;
        }
        boolean drained = false;
        try {
            drained = writer.tryAbort() && nesting.overdue.tryConsumeSome();
            if (!drained && !cancelled) {
                cancelled = link.cancel(id, callId); // or the peer would go on writing what nobody reads
            }
        } catch (PeerFault | CodecException | OsException e) {
            link.broken(e.getMessage());
        } finally {
            state.setRelease(drained ? FREE : DRAINING);
        }
        return !drained;
    }

    int id() {
        return id;
    }

    /** The calls that come back on the lane. Any thread. */
    Nesting nesting() {
        return nesting;
    }

    /** Ends all waits on the lane, after the connection has ended. */
    void disconnect() {
        channel.disconnect();
    }

    /** Withdraws the lane for good unless it is in use; the connection has ended. */
    boolean tryRetire() {
        return state.compareAndSet(FREE, RETIRED) || state.compareAndSet(DRAINING, RETIRED) || state.get() == RETIRED;
    }
}
