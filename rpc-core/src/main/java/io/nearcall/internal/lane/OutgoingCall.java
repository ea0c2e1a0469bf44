// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import com.esotericsoftware.kryo.kryo5.Kryo;
import io.nearcall.Outcome;
import io.nearcall.codegen.SyncCall;
import io.nearcall.internal.call.CallTerms;
import io.nearcall.internal.call.Callee;
import io.nearcall.internal.call.Deadlines;
import io.nearcall.internal.codec.LaneCodec;
import io.nearcall.internal.codec.Patience;
import io.nearcall.internal.context.SentPairs;
import io.nearcall.internal.recording.ConnectionRecording;
import io.nearcall.internal.recording.RecordedCall;
import io.nearcall.internal.statistics.CallCounter;
import io.nearcall.internal.waits.ConnectionWaits;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.WaitResult;
import java.lang.invoke.VarHandle;

/** The state of the call in progress on a borrowed lane, and what ends its waits. {@link OutgoingLane} runs it. */
abstract class OutgoingCall extends SyncCall implements Patience {

    /* One object holds the state of the call and of the lane, as LaneCall does on the other side. Separate objects
     * would cost more loads on the path of every call. What concerns only calls within calls is in Nesting. */

    /** How many looks an answer may go on after the connection has ended: sockets may still hold that much of it. */
    private static final int LOOKS_AFTER_END = 1024;

    /** A call whose caller sleeps this long is worth remembering. */
    private static final long SLOW_NS = 100_000_000;

    final int id;
    final Channel channel;
    final LaneConnection link;
    final MessageWriter writer;
    final MessageReader reader;
    final CallCounter counter;

    LaneCodec codec;
    boolean codecUsed;
    long callId;
    Callee callee;
    int method;
    CallTerms terms; // of the last call, which the next one may have too
    OutgoingPhase phase = OutgoingPhase.CONSUMED;
    long deadlineNs;
    private SentPairs sentPairs; // null until a call has a context
    private int looksAfterEnd;
    private long sleeper; // the thread that sleeps until an answer comes, else 0; others read it without order
    private long sleepsSinceNs; // since when; read as the one before

    OutgoingCall(int id, Channel channel, LaneConnection link) {
        this.id = id;
        this.channel = channel;
        this.link = link;
        this.counter = new CallCounter(link.statistics());
        this.writer = new MessageWriter(channel, link.maxMessageBytes(), link.references(), this::awaitSpace);
        this.reader =
                new MessageReader(channel, link.maxMessageBytes(), link.references(), this::awaitFrame, this::look);
    }

    /** Waits for the next frame for this side, at most until the call's deadline. */
    abstract void receiveFrame();

    /** Spins as the channel does, and counts how the wait ends. If no frame comes here, the wait ends in sleep. */
    final boolean spinOn() {
        int how =
                channel.spinFurther() ? CallCounter.SPUN : channel.yieldOn() ? CallCounter.YIELDED : CallCounter.SLEPT;
        counter.waited(how);
        return how != CallCounter.SLEPT;
    }

    @Override
    public final Kryo kryo() {
        return codec();
    }

    private LaneCodec codec() {
        LaneCodec current = codec;
        if (current == null) {
            codec = current = link.newCodec(this);
        }
        codecUsed = true;
        return current;
    }

    /** The metadata that the peer has of earlier calls. */
    final SentPairs sentPairs() {
        SentPairs known = sentPairs;
        if (known == null) {
            sentPairs = known = new SentPairs(link.limits().repeats());
        }
        return known;
    }

    /** The call has failed. */
    final void forgetPairs() {
        if (sentPairs != null) {
            sentPairs.forget();
        }
    }

    final Throwable readFailure() {
        Throwable thrown = Answers.read(reader.type(), reader.input(), link, callee, method);
        reader.end();
        phase = OutgoingPhase.CONSUMED;
        return thrown;
    }

    private void awaitSpace() {
        check(channel.awaitSpace(deadlineNs(), true));
    }

    private void awaitFrame() {
        phase = OutgoingPhase.SENT; // between two frames of the answer the state is as if none had come
        receiveFrame();
        phase = OutgoingPhase.ANSWERED;
    }

    /** The answer goes on, frame after frame. It must not go on longer than the call may take. */
    private void look() {
        phase = OutgoingPhase.SENT; // as in awaitFrame
        if (Deadlines.remainingNs(deadlineNs()) == 0) {
            check(WaitResult.TIMED_OUT);
        }
        if (link.isClosed() && ++looksAfterEnd > LOOKS_AFTER_END) {
            check(WaitResult.CLOSED);
        }
        phase = OutgoingPhase.ANSWERED;
    }

    /** The call's deadline. The clock is first read here, after spinning has failed. */
    @Override
    public final long deadlineNs() {
        deadlineNs = Deadlines.running(deadlineNs, callee.timeoutNs(method, terms));
        return deadlineNs;
    }

    @Override
    public final RuntimeException exhausted(boolean interrupted, String lacking) {
        if (interrupted) {
            return CallFailures.interrupted(callee, method, phase);
        }
        return phase == OutgoingPhase.WRITING
                ? CallFailures.notSentInTime(callee, method, terms, link, lacking)
                : CallFailures.deadlineExceeded(callee, method, terms, link, phase);
    }

    /** Sleeps until the next frame has come, at most until the deadline. */
    final void sleepForFrame() {
        long sinceNs = System.nanoTime();
        long untilNs = deadlineNs();
        ConnectionRecording recording = link.recordingAt(sinceNs);
        RecordedCall recorded = recording == null ? null : recording.begin();
        sleepsSinceNs = sinceNs;
        sleeper = Thread.currentThread().getId();
        WaitResult result;
        try {
            boolean mayBeLong = untilNs - sinceNs > LaneConnection.LONG_WAIT_NS;
            result = channel.sleepForFrame(mayBeLong ? sinceNs + LaneConnection.LONG_WAIT_NS : untilNs, true);
            if (result == WaitResult.TIMED_OUT && mayBeLong) {
                link.waitsLong();
                result = channel.sleepForFrame(untilNs, true);
            }
        } finally {
            sleeper = 0;
            VarHandle.storeStoreFence(); // before the next call. Partner: tellWaits
            if (recorded != null) {
                recording.end(recorded, callee, method, id, callId);
            }
        }
        long sleptNs = System.nanoTime() - sinceNs;
        if (sleptNs > SLOW_NS) {
            link.statistics().slow(callee, method, sleptNs);
        }
        check(result);
    }

    /** The id of the thread that sleeps until an answer comes; 0 if none does. Any thread; without order. */
    final long sleeper() {
        return sleeper;
    }

    /** Reports for which call of this role a thread sleeps, if any. Any thread. */
    final void tellWaits(ConnectionWaits waits) {
        long thread = sleeper;
        long sinceNs = sleepsSinceNs;
        Callee called = callee;
        int calledMethod = method;
        long calledId = callId;
        VarHandle.loadLoadFence(); // partner: sleepForFrame
        boolean whole = thread == sleeper && sinceNs == sleepsSinceNs; // otherwise another call has begun meanwhile
        if (thread != 0 && called != null && whole) {
            waits.waits(thread, id, calledId, called.shownName(calledMethod), sinceNs);
        }
    }

    final void countFailure(OutgoingPhase reached, Throwable thrown) {
        Callee called = callee;
        if (called == null) {
            return; // the call has ended already
        }
        if (reached == OutgoingPhase.WRITING) {
            counter.begin(called, method, 0);
        }
        counter.fail(called, method, thrown);
        counter.end(called, method, reached == OutgoingPhase.CONSUMED ? reader.messageBytes() : 0);
        Outcome unlessRun = reached == OutgoingPhase.WRITING ? Outcome.NOT_SENT : Outcome.MAY_HAVE_RUN;
        link.recordFailure(called, method, id, callId, thrown, isThrownByMethod() ? null : unlessRun);
    }

    /** Whether arguments are being written or an answer is being read. A value may make calls meanwhile. */
    final boolean isInCodec() {
        return phase == OutgoingPhase.WRITING || phase == OutgoingPhase.ANSWERED;
    }

    final boolean isThrownByMethod() {
        return phase == OutgoingPhase.CONSUMED && reader.type() == FrameFormat.EXCEPTION;
    }

    final void check(WaitResult result) {
        if (result == WaitResult.TIMED_OUT) {
            throw CallFailures.deadlineExceeded(callee, method, terms, link, phase);
        } else if (result == WaitResult.INTERRUPTED) {
            throw CallFailures.interrupted(callee, method, phase);
        } else if (result == WaitResult.CLOSED) {
            throw link.lost(callId, channel, phase == OutgoingPhase.WRITING);
        }
    }
}
