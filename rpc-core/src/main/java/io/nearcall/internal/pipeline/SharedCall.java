// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.pipeline;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.codegen.ServerReply;
import io.nearcall.codegen.SyncCall;
import io.nearcall.internal.call.CallContext;
import io.nearcall.internal.context.ContextBlock;
import io.nearcall.internal.context.Metadata;
import io.nearcall.internal.dispatch.MethodThread;
import io.nearcall.internal.dispatch.RunningCall;
import io.nearcall.internal.dispatch.Ticket;
import io.nearcall.internal.lane.AnswerWriter;
import io.nearcall.internal.lane.DiscardedOutput;
import io.nearcall.internal.lane.FailureTexts;
import io.nearcall.internal.lane.IncomingPhase;
import io.nearcall.internal.lane.LaneClosed;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.lane.NotStarted;
import io.nearcall.internal.recording.RecordedCall;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.internal.waits.ConnectionWaits;
import io.nearcall.internal.wire.FrameFormat;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * A call that came over a shared lane. The lane's thread has read its arguments, and any thread runs its method.
 * Touches the lane's memory only under the lock of its {@link AnswerWriter}.
 */
public final class SharedCall extends ServerReply implements CallContext {

    final long id;
    final boolean answered;
    final int strand;
    final Ticket ticket = new Ticket(this::run);
    private final SharedCalls calls;
    private final AnswerWriter answers;
    private final LaneConnection peer;
    private final ExportedObject callee;
    private final int method;
    private final Object[] arguments;
    private final long deadlineNs;
    private final Metadata metadata;
    private final RunningCall running = new RunningCall(this::isInterruptible, null, this::interruptSoon);
    private IncomingPhase phase = IncomingPhase.REFUSED;
    private RecordedCall recorded; // null if the call is not recorded
    private long begunNs;
    private long tookNs;

    SharedCall(
            SharedCalls calls,
            AnswerWriter answers,
            LaneConnection peer,
            ExportedObject callee,
            int method,
            Object[] arguments,
            ContextBlock context,
            long id,
            int strand,
            boolean answered) {
        this.calls = calls;
        this.answers = answers;
        this.peer = peer;
        this.callee = callee;
        this.method = method;
        this.arguments = arguments;
        this.deadlineNs = context.deadlineNs();
        this.metadata = context.metadata();
        this.id = id;
        this.strand = strand;
        this.answered = answered;
    }

    private void run() {
        calls.started();
        MethodThread thread = null;
        try {
            thread = new MethodThread(this, callee);
            start();
            callee.skeleton().invoke(method, callee.target(), arguments, this);
            if (phase == IncomingPhase.ANSWERING) {
                answers.send();
                phase = IncomingPhase.ANSWERED;
                answers.ended(callee, method);
            } else if (!answered) {
                answers.endedUnanswered(callee, method);
            } // else it is answered later
        } catch (LaneClosed e) {
            // nobody is left to answer
        } catch (Throwable e) {
            failed(e);
        } finally {
            leave(thread);
        }
    }

    private void leave(MethodThread thread) {
        try {
            if (thread != null) {
                thread.leave();
            }
        } finally {
            try {
                leaveAnswers(); // before ended(), which may wait
            } finally {
                calls.ended(this);
            }
        }
    }

    private void leaveAnswers() {
        try {
            answers.leave();
        } catch (LaneClosed e) {
            // nobody is left to be told that this answer ends here
        }
    }

    private void start() {
        running.begin(id);
        // Partners: the fences of RunningCall.cancel and ConnectionClosing.announceClosing.
        VarHandle.fullFence();
        if (peer.isClosing() || running.isCancelled(id)) {
            endRunning();
            throw new NotStarted();
        }
        phase = IncomingPhase.RUNNING;
        begunNs = System.nanoTime();
        recorded = peer.beginRecorded();
    }

    private void endMethod() {
        tookNs = System.nanoTime() - begunNs;
        if (recorded != null) {
            peer.recording().end(recorded, callee, method, answers.laneId, id);
        }
        endRunning();
    }

    private void endRunning() {
        if (calls.runOnOwnThreads()) {
            running.end(id);
        } else {
            running.endWithin(id); // the executor may have interrupted its thread itself
        }
    }

    /** How long the method has run, without its answer; 0 if it has not been called. For the thread that has run it. */
    long tookNs() {
        return tookNs;
    }

    int method() {
        return method;
    }

    private void failed(Throwable thrown) {
        IncomingPhase reached = phase;
        phase = IncomingPhase.ANSWERED;
        if (reached == IncomingPhase.RUNNING) {
            endMethod();
        }
        if (!(thrown instanceof NotStarted)) {
            peer.statistics().fail(callee, method, thrown);
            peer.recordFailure(callee, method, answers.laneId, id, thrown, null);
        }
        if (!answered) {
            peer.unanswered(callee, method, thrown);
            drop();
            return;
        }
        calls.answering(this);
        try {
            answers.failed(reached, id, thrown, callee, method);
        } catch (LaneClosed e) {
            // nobody is left to answer
        }
    }

    /** Answers that the method has not been called, and will not be. Called by whoever withdrew the ticket. */
    void refuse(FailureTexts why) {
        try {
            answers.failure(id, why, callee, method);
        } catch (LaneClosed e) {
            // nobody is left to answer
        }
    }

    /** Ends the call without an answer: it has failed, or it has not been run and will not be. */
    void drop() {
        try {
            answers.endedUnanswered(callee, method);
        } catch (LaneClosed e) {
            // nobody counts any more
        }
    }

    /** As {@link RunningCall#cancel}. Not for a call that was withdrawn. */
    void cancel() {
        running.cancel(id);
    }

    /** As {@link RunningCall#interrupt()}. */
    void interrupt() {
        running.interrupt();
    }

    private void interruptSoon(Runnable interrupt) {
        calls.cancelSoon(interrupt);
    }

    /**
     * Reports which thread runs the call, or what the call waits for. Any thread.
     *
     * @param executor null if there is none
     * @param before the thread that runs earlier calls, for whose end this call waits; null if it waits for none
     */
    void tellWaits(ConnectionWaits waits, Executor executor, Thread before) {
        Thread thread = running.thread();
        if (thread != null) {
            waits.runs(thread, executor, answers.laneId, id);
        } else if (before != null && ticket.isIssued()) {
            waits.awaitsTurn(before, answers.laneId, id);
        } else if (executor != null && ticket.isIssued()) {
            waits.queues(executor, answers.laneId, id);
        }
    }

    /** Whether the call does nothing but keep an order. */
    boolean isFence() {
        return FrameFormat.isFence(callee.id(), method);
    }

    boolean isFor(Object target) {
        return callee.target() == target;
    }

    boolean isCancelled() {
        return running.isCancelled(id);
    }

    private boolean isInterruptible() {
        return callee.isInterruptible(method);
    }

    @Override
    public long callId() {
        return id;
    }

    @Override
    public boolean isCancelled(long callId) {
        return peer.isClosed() || isCancelled();
    }

    @Override
    public long deadlineNs() {
        return deadlineNs;
    }

    @Override
    public Metadata metadata() {
        return metadata;
    }

    @Override
    public Kryo kryo() {
        return answers.sharedKryo();
    }

    @Override
    public Output reply() {
        endMethod();
        phase = IncomingPhase.ANSWERING;
        if (!answered) {
            phase = IncomingPhase.ANSWERED;
            return new DiscardedOutput().begin();
        }
        calls.answering(this);
        return answers.begin(id);
    }

    @Override
    public void replyLater(CompletionStage<?> stage) {
        endMethod();
        phase = IncomingPhase.ANSWERED;
        if (!answered) {
            return;
        }
        if (stage == null) {
            calls.answering(this);
            answers.result(id, null, callee, method);
        } else {
            calls.answerLater(this, stage, callee);
        }
    }

    @Override
    public void noReply() {
        if (answered) {
            reply();
        } else {
            endMethod();
            phase = IncomingPhase.ANSWERED;
        }
    }

    @Override
    public LaneConnection connection() {
        return peer;
    }

    @Override
    public SyncCall nestedCaller() {
        return null; // many calls are on this lane, and none of their callers reads it
    }

    @Override
    public String serviceName() {
        return callee.serviceName();
    }
}
