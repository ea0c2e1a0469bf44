// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.pipeline;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.NearcallException;
import io.nearcall.Outcome;
import io.nearcall.codegen.Repeat;
import io.nearcall.codegen.SyncCall;
import io.nearcall.internal.call.CallTerms;
import io.nearcall.internal.call.Callee;
import io.nearcall.internal.call.Deadlines;
import io.nearcall.internal.codec.FrameInput;
import io.nearcall.internal.codec.LaneCodec;
import io.nearcall.internal.codec.MalformedMessage;
import io.nearcall.internal.lane.Answers;
import io.nearcall.internal.lane.CallFailures;
import io.nearcall.internal.lane.MessageReader;
import io.nearcall.internal.lane.OutgoingPhase;
import io.nearcall.internal.recording.RecordedCall;
import io.nearcall.internal.wire.FrameFormat;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * A synchronous call on the shared lane. Its caller parks until the lane's receiver has brought the answer. It is for
 * virtual threads, which must not wait in native code. One object for each call.
 */
sealed class ParkedCall extends SyncCall implements PendingCall permits Fence {

    /* The receiver copies the answer out of the ring, because the next answer waits behind it. The caller reads the
     * copy on its own thread, with a codec that it borrows.
     *
     * Parking with a timer costs a virtual thread more than parking without one. The timer is put into a queue that all
     * such threads share, and is taken out again. So a caller that has long to wait leaves the clock to the receiver.
     * The receiver looks at all deadlines from time to time, and wakes the caller when its deadline has passed. */

    /** From here on, some milliseconds more do not matter. */
    private static final long LONG_WAIT_NS = 1_000_000_000;

    final OutgoingPipeline lane;
    private final Callee callee;
    private final int method;
    private final CallTerms terms;
    private final long deadlineNs;
    private final Thread caller = Thread.currentThread();
    private long callId;
    private OutgoingPhase phase = OutgoingPhase.WRITING;
    private LaneCodec codec;
    private int type;

    /** The references in the answer. Whoever takes them first settles them. */
    private final AtomicReference<List<Object>> arrivals = new AtomicReference<>(List.of());

    private volatile boolean over;

    /**
     * The answer as bytes, or why there is none. Volatile: whoever sees it also sees what was written before it. A
     * permit that comes before the caller parks is not lost.
     */
    private volatile Object outcome;

    ParkedCall(OutgoingPipeline lane, Callee callee, int method, long deadlineNs, CallTerms terms) {
        this.lane = lane;
        this.callee = callee;
        this.method = method;
        this.deadlineNs = deadlineNs;
        this.terms = terms;
    }

    @Override
    public Output output() {
        return lane.output();
    }

    @Override
    public Kryo kryo() {
        if (phase == OutgoingPhase.WRITING) {
            return lane.kryo();
        }
        if (codec == null) {
            codec = lane.codecs().borrow();
        }
        return codec;
    }

    @Override
    public Input invoke() throws Throwable {
        callId = lane.send(this);
        phase = OutgoingPhase.SENT;
        Object answer = awaitRecorded();
        if (answer instanceof Throwable thrown) {
            phase = OutgoingPhase.CONSUMED;
            throw thrown instanceof NearcallException failure ? callee.lost(failure) : thrown;
        }
        phase = OutgoingPhase.ANSWERED;
        byte[] content = (byte[]) answer;
        FrameInput input = new FrameInput(
                ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN),
                full -> {
                    throw new MalformedMessage("a message ends before its values do");
                },
                lane.link().maxMessageBytes());
        input.reset(0, content.length);
        if (type == FrameFormat.RESULT) {
            return input;
        }
        Throwable thrown = Answers.read(type, input, lane.link(), callee, method);
        phase = OutgoingPhase.CONSUMED;
        throw thrown;
    }

    private Object awaitRecorded() {
        RecordedCall recorded = outcome == null ? lane.link().beginRecorded() : null;
        try {
            return await(callId);
        } finally {
            if (recorded != null) {
                lane.link().recording().end(recorded, callee, method, lane.id(), callId);
            }
        }
    }

    /**
     * Parks until there is an outcome. Gives the call up at the deadline, or at an interrupt; the interrupt status
     * stays.
     */
    final Object await(long sentId) {
        Object found;
        while ((found = outcome) == null) {
            long remainingNs = Deadlines.remainingNs(deadlineNs);
            boolean interrupted = caller.isInterrupted();
            if (remainingNs == 0 || interrupted) {
                lane.giveUp(sentId);
                throw interrupted ? CallFailures.interrupted(callee, method, phase) : late();
            }
            if (remainingNs < LONG_WAIT_NS) {
                LockSupport.parkNanos(this, remainingNs);
            } else {
                LockSupport.park(this);
            }
        }
        return found;
    }

    /** The exception for a caller whose deadline has passed. */
    NearcallException late() {
        return CallFailures.deadlineExceeded(callee, method, terms, lane.link(), phase);
    }

    /** Called once, on any thread. */
    final void finish(Object result) {
        outcome = result;
        LockSupport.unpark(caller);
    }

    @Override
    public void end() {
        phase = OutgoingPhase.CONSUMED;
        settle();
        if (codec != null) {
            lane.codecs().giveBack(codec);
            codec = null;
        }
    }

    @Override
    public Throwable fail(Throwable cause) {
        if (phase == OutgoingPhase.WRITING) {
            return lane.fail(cause);
        }
        lane.link().statistics().fail(callee, method, cause);
        Outcome unlessRun = isThrownByMethod() ? null : Outcome.MAY_HAVE_RUN;
        lane.link().recordFailure(callee, method, lane.id(), callId, cause, unlessRun);
        settle();
        return phase == OutgoingPhase.CONSUMED ? cause : CallFailures.translate(cause, phase, callee, method);
    }

    private boolean isThrownByMethod() {
        return phase == OutgoingPhase.CONSUMED && type == FrameFormat.EXCEPTION;
    }

    @Override
    public Repeat again(Throwable cause, Repeat former) throws Throwable {
        boolean thrownByMethod = isThrownByMethod();
        Throwable thrown = fail(cause);
        if (thrownByMethod) {
            throw thrown;
        }
        return callee.again(method, thrown, deadlineNs, former);
    }

    Thread caller() {
        return caller;
    }

    @Override
    public Callee callee() {
        return callee;
    }

    @Override
    public int method() {
        return method;
    }

    @Override
    public CallTerms terms() {
        return terms;
    }

    @Override
    public long deadlineNs() {
        return deadlineNs;
    }

    @Override
    public void overdue(AnswerReceiver receiver, long callId) {
        LockSupport.unpark(caller); // which gives the call up itself
    }

    @Override
    public void answered(AnswerReceiver receiver, MessageReader reader) {
        type = reader.type();
        byte[] rest = reader.rest();
        arrivals.set(reader.takeArrivals());
        finish(rest);
        if (over) { // the caller has given up, and has seen none
            settle();
        }
    }

    private void settle() {
        over = true;
        arrivals.getAndSet(List.of()).forEach(lane.link().references()::settled);
    }

    @Override
    public void failed(AnswerReceiver receiver, Throwable thrown) {
        finish(thrown);
    }
}
