// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.codegen.ServerCall;
import io.nearcall.codegen.SyncCall;
import io.nearcall.internal.call.CallContext;
import io.nearcall.internal.context.ContextBlock;
import io.nearcall.internal.context.Metadata;
import io.nearcall.internal.dispatch.CancelledCalls;
import io.nearcall.internal.dispatch.RunningCall;
import io.nearcall.internal.recording.ConnectionRecording;
import io.nearcall.internal.recording.RecordedCall;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.internal.statistics.CallCounter;
import io.nearcall.internal.waits.ConnectionWaits;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.channel.CallProgress;
import java.util.concurrent.Executor;

/**
 * The state of the call in progress on a lane, and what the method and other threads ask about it. {@link LaneCall}
 * runs the call.
 */
public abstract class IncomingCall extends ServerCall implements CallContext {

    /* All state is in fields of one object: separate objects would cost more loads on the path of every call. */

    protected final LaneConnection peer;
    final Nesting nesting;
    protected final AnswerWriter answers;
    protected final MessageReader reader;
    protected final RunningCall running;
    protected final CallProgress progress;
    protected final ContextBlock context = new ContextBlock();
    final boolean shared;
    final boolean ownThread;
    protected final CallCounter counter;

    protected IncomingPhase phase = IncomingPhase.ANSWERED;
    protected ExportedObject object;
    private RecordedCall unused; // begun for a call that was not slow, and so not recorded; may be null
    public int method;
    public long callId;
    public boolean answered; // whether the caller is to get an answer

    /**
     * A lane that has had no call yet.
     *
     * @param cancelled keeps the ids of cancelled calls
     * @param interrupters runs what may block
     * @param shared whether the lane is shared: then calls have an order, and may be one-way
     */
    IncomingCall(
            Nesting nesting,
            LaneConnection peer,
            AnswerWriter answers,
            CancelledCalls cancelled,
            Executor interrupters,
            boolean shared) {
        this.peer = peer;
        this.nesting = nesting;
        this.answers = answers;
        this.reader = nesting.newReader();
        this.progress = nesting.channel().progress();
        this.shared = shared;
        this.counter = new CallCounter(peer.statistics());
        beRecorded(peer.recording());
        this.ownThread = nesting.isOfServer() && peer.executor() == null;
        this.running = new RunningCall(this::isInterruptible, cancelled, interrupters);
        answers.giveUpIf(this::isUnwanted);
    }

    /** A call comes after a pause: checks whether calls are to be recorded. On the lane's thread. */
    final void awake() {
        beRecorded(peer.recordingAt(System.nanoTime()));
    }

    /**
     * Begins to record a call whose method is about to run; returns null if nobody wants it. Reads the clock. The call
     * waits for that, so it makes an object only after a call that was recorded.
     */
    final RecordedCall beginRecorded() {
        RecordedCall begun = unused;
        if (begun == null) {
            return peer.beginRecorded();
        }
        unused = null; // calls within this one need objects of their own
        begun.beginAgain();
        return begun;
    }

    /** The call has been answered. */
    final void endRecorded(RecordedCall begun, ExportedObject callee, int index) {
        unused = peer.recording().end(begun, callee, index, nesting.laneId(), callId);
    }

    private void beRecorded(ConnectionRecording recording) {
        counter.beDueAtEach(recording != null && recording.isOn());
    }

    /** The number of the method, without the strand. */
    public final int methodIndex() {
        return shared ? FrameFormat.method(method) : method;
    }

    /** The number of the strand that a call of a shared lane belongs to. */
    public final int strand() {
        return FrameFormat.strand(method);
    }

    /** Whether the method may be interrupted. Asked while the method runs, or is about to end. */
    private boolean isInterruptible() {
        ExportedObject called = object; // null while it ends on another thread than the monitor's
        return called != null && called.isInterruptible(methodIndex());
    }

    /** The caller has given up: interrupts the method if it still runs for that call. Any thread. */
    public void interrupt(long cancelledCallId) {
        running.cancel(cancelledCallId);
    }

    /** The connection has ended: interrupts the method if one runs and may be interrupted. May block. Any thread. */
    final void interrupt() {
        running.interrupt();
    }

    /** Whether a method runs, has other methods run within it, or has not been answered yet. Any thread. */
    final boolean isInProgress() {
        // The object was set before the method began, and stays set until the answer has been sent. The first load is
        // an acquire load: if the method has just ended, the object is seen below.
        return running.isRunning() || nesting.isEntered() || object != null && phase != IncomingPhase.READING;
    }

    /** The thread that runs a method; null if none does. Any thread. */
    final Thread thread() {
        return running.thread();
    }

    /** Reports which call a thread runs on the lane, if any. Any thread. */
    final void tellRun(ConnectionWaits waits, int lane) {
        Thread thread = running.thread();
        ExportedObject called = object;
        if (thread == null || called == null || called.id() == FrameFormat.BINDER_OBJECT_ID) {
            return;
        }
        if (shared) {
            waits.runsFirst(thread, lane, callId); // the thread reads on after this call
        } else {
            waits.runs(thread, nesting.isOfServer() ? peer.executor() : null, lane, callId);
        }
    }

    /**
     * Whether a method of that object is seen to run on the lane. Also if other methods run within the lane's call,
     * whatever object it is for. Any thread.
     */
    public final boolean isCalling(Object target) {
        // An acquire load: what was written before the method began is seen below. When the method has ended, the
        // object stays set until the answer has been sent. Nothing orders these reads, so whoever waits for the end
        // looks again.
        boolean runs = running.isRunning();
        ExportedObject called = object;
        if (!runs && (called == null || phase == IncomingPhase.READING)) {
            return false;
        }
        return called != null && called.target() == target || nesting.isAroundOthers();
    }

    @Override
    public final boolean isCancelled(long id) {
        return peer.isClosed() || isGivenUp(id);
    }

    /** Whether a call's caller has given it up. After the call has ended, this may have been forgotten. Any thread. */
    protected boolean isGivenUp(long id) {
        return running.isCancelled(id);
    }

    /**
     * Whether nobody waits for the answer that is being written. A caller that gives up a call has also given up the
     * calls within it, even if the message about an inner one was lost.
     */
    private boolean isUnwanted(long id) {
        return isGivenUp(id) || nesting.isAnyAround(running::isCancelled);
    }

    @Override
    public final SyncCall nestedCaller() {
        // Otherwise the lane is busy with another caller's call, or with what is being written or read.
        OutgoingLane lane = !shared && phase == IncomingPhase.RUNNING ? nesting.caller() : null;
        return lane == null || lane.isInCodec() ? null : lane;
    }

    @Override
    public final LaneConnection connection() {
        return peer;
    }

    @Override
    public final String serviceName() {
        return object.serviceName();
    }

    @Override
    public final long callId() {
        return callId;
    }

    @Override
    public final long deadlineNs() {
        return context.deadlineNs();
    }

    @Override
    public final Metadata metadata() {
        return context.metadata();
    }
}
