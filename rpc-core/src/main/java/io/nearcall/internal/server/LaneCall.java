// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.server;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.codegen.ServerCall;
import io.nearcall.internal.codec.FrameInput;
import io.nearcall.internal.codec.LaneCodec;
import io.nearcall.internal.codec.MalformedMessage;
import io.nearcall.internal.context.ContextBlock;
import io.nearcall.internal.context.Metadata;
import io.nearcall.internal.lane.LaneCaller;
import io.nearcall.internal.lane.LaneClosed;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.lane.LaneServer;
import io.nearcall.internal.lane.MessageAborted;
import io.nearcall.internal.lane.MessageReader;
import io.nearcall.internal.lane.Nesting;
import io.nearcall.internal.lane.WaitOver;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.internal.wire.FailureCode;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.internal.wire.ReferenceList;
import io.nearcall.ipc.channel.CallProgress;
import io.nearcall.ipc.channel.Channel;
import java.util.concurrent.CompletionStage;

/**
 * The call in progress on a lane, as its server sees it: one object serves all calls of a lane, and those within them, so
 * that none is allocated. Belongs to the thread that has the lane, but for {@link #interrupt} and {@link #isCancelled}.
 */
final class LaneCall extends ServerCall implements CallContext, LaneServer {

    /*
     * The phases of a call are methods that the generated skeleton, the lane and the lane's other role call in turn, and all
     * of its state is here, in fields of one object: parts in objects of their own would be so many loads more on the path
     * of every call. That is why this class is longer than others.
     *
     * Calls nest (Nesting). What serveNested() finds here belongs to the call around, and it puts that back. Between pause() and
     * resume() nobody is interrupted for the call around, so whoever interrupts finds object and method of the call
     * that runs.
     */

    private final Channel channel;
    private final CallProgress progress;
    private final LaneConnection peer;
    private final Nesting nesting;
    private final MessageReader reader;
    private final AnswerWriter answers;
    private final SharedCalls calls;
    private final boolean shared;
    private final boolean ownThread;
    private final RunningCall running;
    private final ContextBlock context = new ContextBlock();

    private LaneCodec codec;
    private boolean codecUsed;
    private IncomingPhase phase = IncomingPhase.ANSWERED;
    private ExportedObject object;
    private int method;
    private long callId;
    private boolean answered;

    /** @param calls those of a shared lane that are in progress elsewhere; else null */
    LaneCall(Nesting nesting, LaneConnection peer, AnswerWriter answers, SharedCalls calls) {
        this.channel = nesting.channel();
        this.progress = channel.progress();
        this.peer = peer;
        this.nesting = nesting;
        this.reader = nesting.newReader();
        this.answers = answers;
        this.calls = calls;
        this.shared = calls != null;
        this.ownThread = nesting.isOfServer() && peer.executor() == null;
        this.running = shared
                ? new RunningCall(
                        this::isInterruptible, CancelledCalls.ofSharedLane(progress.showsTaken()), calls::cancelSoon)
                : new RunningCall(this::isInterruptible, CancelledCalls.ofBorrowedLane(), peer::execute);
        answers.giveUpIf(this::isUnwanted);
    }

    /** Begins to read the call that is the current message; returns the object that it is for, if there is one. */
    ExportedObject open() {
        int type = reader.type();
        int kind = reader.requireCall(shared);
        answered = kind == FrameFormat.CALL;
        long id = reader.begin();
        if (shared && id <= callId) { // what is known of a call that is in progress would be taken for this one's
            throw new MalformedMessage("call " + id + " behind call " + callId);
        }
        callId = id;
        phase = IncomingPhase.READING;
        FrameInput input = reader.input();
        int objectId = input.readInt();
        int word = input.readInt();
        if (objectId == FrameFormat.BINDER_OBJECT_ID) {
            input.limit(FrameFormat.LONGEST_BINDING);
        }
        if (kind == type) {
            context.clear();
        } else {
            context.read(input);
        }
        if (!ReferenceList.isReference(objectId)) {
            method = word;
            return peer.object(objectId);
        }
        int number = FrameFormat.method(word);
        method = word - number + FrameFormat.methodOfFacet(number);
        return peer.reference(objectId, FrameFormat.facet(number), answered);
    }

    /** What the call that was opened has in the place of the method. */
    int method() {
        return method;
    }

    /** Whether the call that was opened is to be answered. */
    boolean isAnswered() {
        return answered;
    }

    static boolean isMethod(ExportedObject callee, int method) {
        return callee != null && method >= 0 && method < callee.type().methods().size();
    }

    /** Whether it does nothing but keep an order. */
    static boolean isFence(ExportedObject callee, int method) {
        return callee.id() == FrameFormat.BINDER_OBJECT_ID && method == FrameFormat.BINDER_FENCE;
    }

    /** Runs the call that was opened, or refuses it, on a lane's thread. */
    void serve(ExportedObject callee, int method) {
        LaneThread thread = (LaneThread) Thread.currentThread();
        try {
            if (isMethod(callee, method)) {
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
    void serveHere(ExportedObject callee, int method) {
        if (!isMethod(callee, method)) {
            refuse(callee);
            return;
        }
        MethodThread thread = new MethodThread(this, callee);
        try {
            dispatch(callee, method);
        } catch (LaneClosed e) {
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
        callee.skeleton().dispatch(method, callee.target(), this);
        if (phase == IncomingPhase.ANSWERING) {
            answers.send();
            phase = IncomingPhase.ANSWERED;
        }
    }

    private void leave() {
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
     * Reads the call of a shared lane that was opened, for another thread to run, or for this one when it has left the lane's
     * state behind; null if it cannot be read, and then it has been answered.
     */
    SharedCall readShared(ExportedObject callee, int method, int strand, boolean ordered) {
        if (!answered || isFence(callee, method)) {
            calls.limit().awaitRoom(answered);
        }
        long id = callId;
        object = callee;
        try {
            Object[] arguments = callee.skeleton().arguments(method, this);
            reader.end();
            phase = IncomingPhase.ANSWERED;
            SharedCall call =
                    new SharedCall(calls, answers, peer, callee, method, arguments, context, id, strand, answered);
            calls.add(call, ordered);
            progress.publishTaken(id);
            // After the fence of publishTaken. Partner: RunningCall.cancel, behind which SharedCalls.cancel looks for
            // the call.
            if (running.isCancelled(id)) {
                calls.tryCancel(id);
            }
            return call;
        } catch (LaneClosed e) {
            throw e;
        } catch (Throwable e) {
            failed(e);
            calls.passed(id);
            return null;
        } finally {
            leave();
        }
    }

    @Override
    public void serveNested() {
        ExportedObject outerObject = object;
        int outerMethod = method;
        long outerId = callId;
        IncomingPhase outerPhase = phase;
        boolean outerAnswered = answered;
        boolean outerCodecUsed = codecUsed;
        long outerDeadlineNs = context.deadlineNs();
        Metadata outerMetadata = context.metadata();
        codecUsed = false; // by the inner call; what the outer one left in the codec has been reset
        nesting.enter(outerPhase == IncomingPhase.RUNNING ? outerId : 0);
        if (outerPhase == IncomingPhase.RUNNING) {
            running.pause(outerId);
        }
        try {
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
                nesting.answerLater(callId);
            }
            throw e;
        } finally {
            nesting.leave();
            object = outerObject;
            method = outerMethod;
            callId = outerId;
            phase = outerPhase;
            answered = outerAnswered;
            codecUsed = outerCodecUsed;
            context.restore(outerDeadlineNs, outerMetadata);
            if (outerPhase == IncomingPhase.RUNNING) {
                running.resume(outerId);
            }
        }
    }

    @Override
    public boolean tryAnswer(long overdueId, boolean hasRun) {
        return answers.tryOverdue(
                overdueId,
                hasRun
                        ? new FailureTexts(FailureCode.RESULT_UNWRITABLE, "the time of the call around it was over", "")
                        : new FailureTexts(FailureCode.CLOSING, "", ""));
    }

    @Override
    public LaneCaller nestedCaller() {
        // Else the lane is busy with another caller's, or with what is being written.
        return !shared && phase == IncomingPhase.RUNNING ? nesting.caller() : null;
    }

    private void refuse(ExportedObject callee) {
        refuse(callee == null ? FailureCode.NO_SUCH_OBJECT : FailureCode.NO_SUCH_METHOD);
    }

    void refuse(FailureCode code) {
        refuse(new FailureTexts(code, "", ""));
    }

    /** The method of the call that was opened is not run. */
    void refuse(FailureTexts why) {
        reader.end();
        phase = IncomingPhase.ANSWERED;
        if (answered) {
            answers.failure(callId, why);
        } else if (why.code() != FailureCode.CLOSING) {
            peer.unanswered("A one-way call was not run: " + why.code(), null);
        }
    }

    /** What was thrown, by whom depends on how far the call had come. */
    private void failed(Throwable thrown) {
        IncomingPhase reached = phase;
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
        if (answered) {
            if (reached == IncomingPhase.ANSWERING) {
                answers.checkChannel(thrown);
            }
            switch (reached) {
                case READING, REFUSED -> answers.argumentsFailed(callId, thrown);
                case RUNNING -> answers.exception(callId, thrown, object);
                case ANSWERING -> answers.resultFailed(callId, thrown);
                case ANSWERED -> {}
            }
        } else {
            unanswered(peer, object, shared ? FrameFormat.method(method) : method, thrown);
        }
    }

    /** A call that nobody waits for has failed. */
    static void unanswered(LaneConnection peer, ExportedObject callee, int method, Throwable thrown) {
        boolean callerKnows = thrown instanceof NotStarted || thrown instanceof MessageAborted;
        if (!callerKnows && callee != null) {
            String name = callee.type().type().getSimpleName()
                    + '.'
                    + callee.type().method(method).name();
            peer.unanswered("The one-way call " + name + " has failed", thrown);
        }
    }

    @Override
    public Input input() {
        return reader.input();
    }

    @Override
    public Kryo kryo() {
        LaneCodec current = codec;
        if (current == null) {
            codec = current = peer.newCodec();
        }
        codecUsed = true;
        return current;
    }

    /** The lane is not used for a while, or for ever. */
    void forgetCodec() {
        codec = null;
    }

    @Override
    public void taken() {
        reader.end();
        if (codecUsed) {
            codec.reset();
        }
        long id = callId;
        phase = IncomingPhase.RUNNING;
        running.begin(id);
        progress.publishTaken(id); // with the full fence that running.begin asks for
        // After the fence. Partner: ConnectionClosing.announceClosing. Whoever reads our Taken after the farewell finds
        // this call in it, or else this look finds that the connection is closing.
        if (peer.isClosing() || running.isCancelled(id)) {
            phase = IncomingPhase.REFUSED;
            endRunning(id);
            throw new NotStarted();
        }
    }

    @Override
    public Output reply() {
        endMethod();
        if (!answered) {
            phase = IncomingPhase.ANSWERED; // or it would be sent
            return answers.discard();
        }
        phase = IncomingPhase.ANSWERING;
        return answers.begin(callId);
    }

    @Override
    public void replyLater(CompletionStage<?> stage) {
        endMethod();
        if (!answered) {
            return;
        }
        long id = callId;
        ExportedObject callee = object;
        if (stage == null) {
            answers.result(id, null);
        } else if (shared) {
            calls.answerLater(id, stage, callee, running);
        } else {
            answers.exception(id, new IllegalStateException("a future's method was called on a borrowed lane"), callee);
        }
    }

    @Override
    public void noReply() {
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
        if (ownThread && !nesting.isEntered()) {
            running.end(id);
        } else {
            running.endWithin(id);
        }
        nesting.awaitLateAnswers();
    }

    /** While the method runs, or is about to end. */
    private boolean isInterruptible() {
        ExportedObject called = object; // null while it ends on another thread than the monitor's
        return called != null && called.isInterruptible(shared ? FrameFormat.method(method) : method);
    }

    @Override
    public void interrupt(long cancelledCallId) {
        if (shared) {
            calls.cancel(cancelledCallId, running);
        } else {
            running.cancel(cancelledCallId);
        }
    }

    /** The connection has ended: interrupts the method, if one runs and may be. May block. Any thread. */
    void interrupt() {
        running.interrupt();
    }

    /** Whether a method runs, or has others run within it. Any thread. */
    boolean isRunning() {
        return running.isRunning() || nesting.isEntered();
    }

    @Override
    public boolean isCalling(Object target) {
        // An acquire load: what was written before the method began is seen below. When the method has ended, the
        // object is there until the answer has been sent. Nothing orders these reads, so whoever waits for the end
        // looks again.
        boolean runs = running.isRunning();
        ExportedObject called = object;
        if (!runs && (called == null || phase == IncomingPhase.READING)) {
            return false;
        }
        return called != null && called.target() == target || nesting.isAroundOthers();
    }

    @Override
    public boolean isCancelled(long id) {
        return peer.isClosed() || isGivenUp(id);
    }

    /** Whether the caller of a call has given it up; once it has ended that may have been forgotten. Any thread. */
    boolean isGivenUp(long id) {
        return running.isCancelled(id) || shared && calls.isGivenUp(id);
    }

    /**
     * Whether nobody waits for the answer that is being written. A caller that gives up a call has also given up the calls within
     * it, even if the message about an inner one was lost.
     */
    private boolean isUnwanted(long id) {
        if (isGivenUp(id)) {
            return true;
        }
        for (int i = 0; i < nesting.depth(); i++) {
            if (nesting.around(i) != 0 && running.isCancelled(nesting.around(i))) {
                return true;
            }
        }
        return false;
    }

    @Override
    public LaneConnection connection() {
        return peer;
    }

    @Override
    public String serviceName() {
        return object.serviceName();
    }

    @Override
    public long callId() {
        return callId;
    }

    @Override
    public long deadlineNs() {
        return context.deadlineNs();
    }

    @Override
    public Metadata metadata() {
        return context.metadata();
    }
}
