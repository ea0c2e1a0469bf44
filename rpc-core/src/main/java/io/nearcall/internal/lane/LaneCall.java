// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.Outcome;
import io.nearcall.internal.call.LaneThread;
import io.nearcall.internal.codec.FrameInput;
import io.nearcall.internal.codec.LaneCodec;
import io.nearcall.internal.codec.MalformedMessage;
import io.nearcall.internal.context.Metadata;
import io.nearcall.internal.dispatch.CancelledCalls;
import io.nearcall.internal.dispatch.MethodThread;
import io.nearcall.internal.recording.RecordedCall;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.internal.wire.FailureCode;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.internal.wire.ReferenceList;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * The call in progress on a lane, as its server sees it. One object serves all calls of a lane, nested ones too, so
 * none is allocated. Only the thread that has the lane uses it, except {@link #interrupt} and {@link #isCancelled}.
 */
public class LaneCall extends IncomingCall {

    /*
     * The phases of a call are methods that the generated skeleton, the lane and the lane's other role call in turn.
     *
     * Calls nest (Nesting). serveNested() saves the state of the outer call and puts it back. Between pause() and
     * resume() no thread is interrupted for the outer call, so whoever interrupts finds object and method of the call
     * that runs.
     */

    private LaneCodec codec;
    private boolean codecUsed;
    private boolean accompanied; // whether the context may hold anything

    LaneCall(Nesting nesting, LaneConnection peer, AnswerWriter answers) {
        super(nesting, peer, answers, CancelledCalls.ofBorrowedLane(), peer::executeElsewhere, false);
    }

    /**
     * Of a shared lane.
     *
     * @param cancelled keeps the ids of cancelled calls
     * @param interrupters run what may block
     */
    protected LaneCall(
            Nesting nesting,
            LaneConnection peer,
            AnswerWriter answers,
            CancelledCalls cancelled,
            Executor interrupters) {
        super(nesting, peer, answers, cancelled, interrupters, true);
    }

    /** Begins to read the call in the current message. Returns the object that it is for; null if there is none. */
    public final ExportedObject open() {
        int type = reader.type();
        int kind = reader.requireCall(shared);
        answered = kind == FrameFormat.CALL;
        long id = reader.beginCall();
        if (shared && id <= callId) { // or the state of a call in progress would be taken for this one's
            throw new MalformedMessage("call " + id + " behind call " + callId);
        }
        callId = id;
        phase = IncomingPhase.READING;
        FrameInput input = reader.input();
        int objectId = reader.objectId();
        int word = reader.methodWord();
        if (objectId == FrameFormat.BINDER_OBJECT_ID) {
            input.limit(FrameFormat.LONGEST_BINDING);
        }
        if (kind != type) {
            context.read(input);
            accompanied = true;
        } else if (accompanied) {
            context.clear();
            accompanied = false;
        }
        if (objectId < ReferenceList.FIRST_REFERENCE_ID) { // as isReference(), on the path of each call
            method = word;
            return peer.object(objectId);
        }
        int number = FrameFormat.method(word);
        method = word - number + FrameFormat.methodOfFacet(number);
        return peer.reference(objectId, FrameFormat.facet(number), answered);
    }

    /** Runs the call that was opened, or refuses it, on a lane's thread. */
    public final void serve(ExportedObject callee, int method) {
        LaneThread thread = (LaneThread) Thread.currentThread();
        try {
            if (callee != null && callee.hasMethod(method)) {
                thread.enter(this);
                if (thread.getContextClassLoader() != callee.contextClassLoader()) {
                    thread.setContextClassLoader(callee.contextClassLoader());
                }
                dispatch(callee, method);
            } else {
                refuse(callee);
            }
        } catch (LaneClosed e) {
            throw e;
        } catch (Throwable e) {
            failed(e);
        } finally {
            thread.leave();
            leave();
        }
    }

    /** As {@link #serve}, on a thread that is not the lane's. */
    final void serveHere(ExportedObject callee, int method) {
        if (callee == null || !callee.hasMethod(method)) {
            refuse(callee);
            return;
        }
        MethodThread thread = new MethodThread(this, callee);
        try {
            dispatch(callee, method);
        } catch (LaneClosed e) {
            boolean begun = phase != IncomingPhase.READING && phase != IncomingPhase.REFUSED;
            if (begun && e instanceof WaitOver) {
                counter.end(callee, method, 0); // an answer that comes later is not the method's
            }
            throw e;
        } catch (Throwable e) {
            failed(e);
        } finally {
            thread.leave();
            leave();
        }
    }

    private void dispatch(ExportedObject callee, int method) throws Throwable {
        object = callee;
        long timedNs = 0;
        RecordedCall recorded = null;
        if (counter.isTimeDue()) {
            timedNs = counter.start();
            recorded = beginRecorded();
            counter.beDueAtEach(recorded != null);
        }
        try {
            callee.skeleton().dispatch(method, callee.target(), this);
            if (phase == IncomingPhase.ANSWERING) {
                answers.send();
                phase = IncomingPhase.ANSWERED;
                counter.end(callee, method, answers.messageBytes()); // while the caller reads the answer, as below
            } else if (!answered) {
                counter.end(callee, method, 0);
            } // else it is answered later
        } finally {
            if (recorded != null) {
                endRecorded(recorded, callee, method);
            }
        }
        if (timedNs != 0) {
            counter.timed(callee, method, timedNs);
        }
    }

    protected final void leave() {
        object = null;
        answers.leave();
        if (codecUsed) {
            codecUsed = false;
            if (codec != null) {
                codec.reset();
            }
        }
    }

    /**
     * Reads the call in the channel's current message, runs its method on this thread, and answers.
     *
     * <p>If the current message is the rest of a call that was cut short, skips it as {@link Nesting#refuse} does.
     *
     * @throws WaitOver if the call does not end in time. Its rest is skipped when it comes. If its method has run, its
     *     answer is left to {@link OverdueAnswers}
     * @throws RuntimeException if the connection has ended, or the peer broke the protocol
     */
    final void serveNested() {
        ExportedObject outerObject = object;
        int outerMethod = method;
        long outerId = callId;
        IncomingPhase outerPhase = phase;
        boolean outerAnswered = answered;
        boolean outerCodecUsed = codecUsed;
        boolean outerRuns = outerPhase == IncomingPhase.RUNNING;
        int outerLevel = nesting.level;
        long outerDeadlineNs = context.deadlineNs();
        Metadata outerMetadata = context.metadata();
        try {
            codecUsed = false; // not yet by the inner call; what the outer one left in the codec has been reset
            nesting.enter(outerRuns ? outerId : 0);
            if (outerRuns) {
                running.pause(outerId);
            }
            if (nesting.isCutShort()) {
                nesting.refuse();
            } else {
                ExportedObject callee = open();
                serveHere(callee, method);
            }
        } catch (WaitOver e) {
            if (phase == IncomingPhase.READING) {
                nesting.cutShort(callId);
            } else {
                nesting.overdue.addOurs(callId);
            }
            throw e;
        } finally {
            // Stores first: after a stack overflow the next call may also overflow.
            nesting.level = outerLevel;
            object = outerObject;
            method = outerMethod;
            callId = outerId;
            phase = outerPhase;
            answered = outerAnswered;
            codecUsed = outerCodecUsed;
            accompanied = true; // perhaps
            context.restore(outerDeadlineNs, outerMetadata);
            if (outerRuns) {
                running.resume(outerId);
            }
        }
    }

    private void refuse(ExportedObject callee) {
        FailureCode code = callee == null ? FailureCode.NO_SUCH_OBJECT : FailureCode.NO_SUCH_METHOD;
        refuse(new FailureTexts(code, "", ""));
    }

    /** Refuses the call that was opened: its method does not run. */
    public final void refuse(FailureTexts why) {
        reader.end();
        phase = IncomingPhase.ANSWERED;
        if (answered) {
            answers.failure(callId, why, null, 0);
        } else {
            peer.notRun(why);
        }
    }

    /** Handles an exception. Who threw it depends on how far the call had come. */
    protected final void failed(Throwable thrown) {
        IncomingPhase reached = phase;
        boolean counts = object != null && !(thrown instanceof NotStarted); // otherwise it is no call of the method
        try {
            failed(reached, thrown, counts);
        } catch (WaitOver e) { // as when a method waits too long: the call is over, and not answered
            if (counts) {
                counter.end(object, methodIndex(), 0);
            }
            throw e;
        }
    }

    private void failed(IncomingPhase reached, Throwable thrown, boolean counts) {
        if (reached != IncomingPhase.RUNNING || thrown instanceof StackOverflowError) {
            codec = null; // after an exception a Kryo cannot be trusted to be in its initial state
        }
        if (reached == IncomingPhase.READING) {
            reader.end();
        }
        phase = IncomingPhase.ANSWERED;
        if (reached == IncomingPhase.RUNNING) {
            endRunning(callId);
        }
        ExportedObject callee = object;
        if (counts) {
            if (reached == IncomingPhase.READING) {
                counter.begin(callee, methodIndex(), reader.messageBytes());
            }
            counter.fail(callee, methodIndex(), thrown);
            Outcome unlessRun = reached == IncomingPhase.READING ? Outcome.NOT_STARTED : null;
            peer.recordFailure(callee, methodIndex(), nesting.laneId(), callId, thrown, unlessRun);
        }
        if (answered) {
            answers.failed(reached, callId, thrown, counts ? callee : null, methodIndex());
        } else {
            peer.unanswered(callee, methodIndex(), thrown);
            if (counts) {
                counter.end(callee, methodIndex(), 0);
            }
        }
    }

    @Override
    public final Input input() {
        return reader.input();
    }

    @Override
    public final Kryo kryo() {
        if (codec == null) {
            codec = peer.newCodec();
        }
        codecUsed = true;
        return codec;
    }

    /** Drops the codec: the lane is not used for a while, or for ever. */
    final void forgetCodec() {
        codec = null;
    }

    @Override
    public final void taken() {
        reader.end();
        if (codecUsed) {
            codec.reset();
        }
        long id = callId;
        phase = IncomingPhase.RUNNING;
        running.begin(id);
        progress.publishTaken(id); // with the full fence that running.begin asks for
        // After the fence. Partner: ConnectionClosing.announceClosing. Whoever reads our Taken after the farewell finds
        // this call in it. Otherwise this look finds that the connection is closing.
        if (peer.isClosing() || running.isCancelled(id)) {
            phase = IncomingPhase.REFUSED;
            endRunning(id);
            throw new NotStarted();
        }
        counter.begin(object, methodIndex(), reader.messageBytes()); // shows even if the method ends the process
    }

    @Override
    public final Output reply() {
        endMethod();
        if (!answered) {
            phase = IncomingPhase.ANSWERED; // or dispatch() would send it
            return answers.discard();
        }
        phase = IncomingPhase.ANSWERING;
        return answers.begin(callId);
    }

    @Override
    public final void replyLater(CompletionStage<?> stage) {
        endMethod();
        if (!answered) {
            return;
        }
        long id = callId;
        ExportedObject callee = object;
        if (stage == null) {
            answers.result(id, null, callee, methodIndex());
        } else {
            answerLater(id, stage, callee);
        }
    }

    /** The method that the lane's thread ran has returned a stage. */
    protected void answerLater(long id, CompletionStage<?> stage, ExportedObject callee) {
        answers.exception(
                id,
                new IllegalStateException("a method that returns a future was called on a borrowed lane"),
                callee,
                methodIndex());
    }

    @Override
    public final void noReply() {
        if (answered) {
            reply();
        } else {
            endMethod();
        }
    }

    private void endMethod() {
        phase =
                IncomingPhase
                        .ANSWERED; // first: calls that come while late answers are awaited do not run within the method
        endRunning(callId);
    }

    private void endRunning(long id) {
        if (ownThread && nesting.level == nesting.outermost) {
            running.end(id);
        } else {
            running.endWithin(id);
        }
        if (nesting.overdue != null) {
            nesting.awaitLateAnswers();
        }
    }
}
