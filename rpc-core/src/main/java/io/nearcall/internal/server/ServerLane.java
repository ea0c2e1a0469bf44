// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.server;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.codegen.RemoteMethod;
import io.nearcall.codegen.ServerCall;
import io.nearcall.internal.codec.CodecException;
import io.nearcall.internal.codec.LaneCodec;
import io.nearcall.internal.codec.MalformedMessage;
import io.nearcall.internal.lane.LaneAttendant;
import io.nearcall.internal.lane.LaneCaller;
import io.nearcall.internal.lane.LaneClosed;
import io.nearcall.internal.lane.LaneServer;
import io.nearcall.internal.lane.MessageReader;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.internal.wire.FailureCode;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.internal.wire.ReferenceList;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.os.Credentials;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * A lane as its server sees it, and at the same time the call in progress on it. Everything happens on the thread that
 * attends to the lane, but for {@link #interrupt}, for calls of a shared lane that are handed over ({@link SharedCall}) and
 * for its answers that come late. If there is an executor, the task that runs the method of a borrowed lane attends to
 * it until it has answered.
 */
public final class ServerLane extends ServerCall implements LaneAttendant.Work, CallContext, LaneServer {

    private final int id;
    private final Channel channel;
    private final ServedPeer peer;
    private final boolean shared;
    private final MessageReader reader;
    private final AnswerWriter answers;
    private final LaneAttendant attendant;
    private final RunningCall running = new RunningCall();
    private final SharedCalls calls;
    private final Executor executor;
    private final boolean inline;
    private volatile LaneTask task;

    private LaneCodec codec;
    private boolean codecUsed;
    private CallPhase phase = CallPhase.ANSWERED;
    private ExportedObject object;
    private int method;
    private long callId;
    private boolean answered;
    private LaneCaller caller;
    private int nesting;

    /**
     * A lane at rest, whose first call is announced by a doorbell.
     *
     * @param mode streaming for a shared lane, on which calls are answered in any order or not at all
     */
    public ServerLane(int id, Channel channel, ChannelMode mode, ServedPeer peer, Executor threads) {
        this.id = id;
        this.channel = channel;
        this.peer = peer;
        this.shared = mode == ChannelMode.STREAMING;
        this.reader = new MessageReader(channel, peer.maxMessageBytes(), peer.references(), this::awaitFrame);
        this.answers = new AnswerWriter(channel, shared, peer);
        this.attendant = new LaneAttendant(channel, threads, this);
        this.calls = shared ? new SharedCalls(channel, answers, peer, threads) : null;
        this.executor = peer.executor();
        this.inline = !shared && executor == null;
    }

    /**
     * The serving role of a lane of our own, for the calls that come back while its caller waits.
     *
     * @param caller the other role
     */
    public ServerLane(int id, Channel channel, ServedPeer peer, LaneCaller caller) {
        this.id = id;
        this.channel = channel;
        this.peer = peer;
        this.shared = false;
        this.reader = new MessageReader(channel, peer.maxMessageBytes(), peer.references(), this::awaitFrame);
        this.answers = new AnswerWriter(channel, false, peer);
        this.attendant = null;
        this.calls = null;
        this.executor = null;
        this.inline = true;
        this.caller = caller;
    }

    /** The doorbell rang. Any thread. */
    public void ring() {
        attendant.ring();
    }

    @Override
    public boolean receive() {
        if (peer.isClosed()) {
            throw LaneClosed.now(); // or a peer that goes on sending would keep this thread, and the lane, for ever
        }
        ExportedObject callee = open();
        if (inline) {
            serve(callee, method);
            return true;
        }
        if (shared) {
            serveShared(callee, FrameFormat.method(method), FrameFormat.strand(method));
            return true;
        }
        return callee != null && callee.id() != FrameFormat.BINDER_OBJECT_ID && isMethod(callee, method)
                ? handOver(callee, method)
                : serve(callee, method);
    }

    /** Begins to read the call that is the current message; returns the object that it is for, if there is one. */
    private ExportedObject open() {
        int type = reader.type();
        if (type != FrameFormat.CALL && (type != FrameFormat.POST || !shared)) {
            throw new MalformedMessage("a message of type " + type + " from a caller");
        }
        answered = type == FrameFormat.CALL;
        callId = reader.begin();
        phase = CallPhase.READING;
        Input input = reader.input();
        int objectId = input.readInt();
        int word = input.readInt();
        if (!ReferenceList.isReference(objectId)) {
            method = word;
            return peer.object(objectId);
        }
        int number = FrameFormat.method(word);
        method = word - number + FrameFormat.methodOfFacet(number);
        return peer.reference(objectId, FrameFormat.facet(number), answered);
    }

    @Override
    public void serveNested() {
        ExportedObject outerObject = object;
        long outerId = callId;
        CallPhase outerPhase = phase;
        boolean outerAnswered = answered;
        boolean outerCodecUsed = codecUsed;
        nesting++;
        try {
            serveHere(open());
        } finally {
            nesting--;
            object = outerObject;
            callId = outerId;
            phase = outerPhase;
            answered = outerAnswered;
            codecUsed = outerCodecUsed;
            if (outerPhase == CallPhase.RUNNING) {
                running.resume(outerId);
            }
        }
    }

    /** On whatever thread waits on this lane. */
    private void serveHere(ExportedObject callee) {
        if (callee == null) {
            refuse(FailureCode.NO_SUCH_OBJECT);
            return;
        }
        if (!isMethod(callee, method)) {
            refuse(FailureCode.NO_SUCH_METHOD);
            return;
        }
        runHere(callee, method);
    }

    /** On a thread that is not the lane's. */
    private void runHere(ExportedObject callee, int method) {
        MethodThread thread = new MethodThread(this, callee);
        try {
            dispatch(callee, method);
        } catch (LaneClosed e) {
            throw e;
        } catch (Throwable e) {
            callFailed(e);
        } finally {
            thread.leave();
            leaveCall();
        }
    }

    @Override
    public void refuseNested() {
        open();
        refuse(FailureCode.CLOSING);
    }

    @Override
    public LaneCaller nestedCaller() {
        if (shared || phase != CallPhase.RUNNING) {
            return null; // the lane is busy with another caller's, or with what is being written
        }
        if (caller == null) {
            caller = peer.newCaller(id, channel, this);
        }
        return caller;
    }

    private static boolean isMethod(ExportedObject callee, int method) {
        return callee != null && method >= 0 && method < callee.type().methods().size();
    }

    /** On a lane's thread. Returns true. */
    private boolean serve(ExportedObject callee, int method) {
        LaneThread thread = (LaneThread) Thread.currentThread();
        try {
            if (callee == null) {
                refuse(FailureCode.NO_SUCH_OBJECT);
            } else if (method < 0 || method >= callee.type().methods().size()) {
                refuse(FailureCode.NO_SUCH_METHOD);
            } else {
                thread.enter(this);
                if (thread.getContextClassLoader() != callee.contextClassLoader()) {
                    thread.setContextClassLoader(callee.contextClassLoader());
                }
                dispatch(callee, method);
            }
        } catch (LaneClosed e) {
            throw e;
        } catch (Throwable e) {
            callFailed(e);
        } finally {
            thread.leave();
            leaveCall();
        }
        return true;
    }

    private void dispatch(ExportedObject callee, int method) throws Throwable {
        object = callee;
        callee.skeleton().dispatch(method, callee.target(), this);
        if (phase == CallPhase.ANSWERING) {
            answers.send();
            phase = CallPhase.ANSWERED;
        }
    }

    private void leaveCall() {
        object = null;
        answers.leave();
        if (codecUsed) {
            codecUsed = false;
            if (codec != null) {
                codec.reset();
            }
        }
    }

    /** Gives the call, and the lane with it, to the executor; returns false if that has taken them. */
    private boolean handOver(ExportedObject callee, int method) {
        LaneTask handed = new LaneTask(this, callee, method, callId);
        task = handed;
        handed.ticket.issue();
        try {
            executor.execute(handed);
        } catch (Throwable e) { // whatever an application's executor throws
            if (handed.ticket.withdraw()) {
                refuse(FailureTexts.rejected(e));
                return true;
            }
        }
        return false; // and the lane is not this thread's any more
    }

    /** On a thread of the executor, which has the lane until it has answered. */
    void serveElsewhere(ExportedObject callee, int method) {
        try {
            runHere(callee, method);
        } catch (Throwable e) {
            attendant.fail(e);
            return;
        }
        attendant.resume();
    }

    /** A call of a shared lane: run here, or read here and run elsewhere. */
    private void serveShared(ExportedObject callee, int method, int strand) {
        long id = callId;
        if (!isMethod(callee, method) || callee.id() == FrameFormat.BINDER_OBJECT_ID) {
            serve(callee, method);
            calls.passed(id);
            return;
        }
        boolean waitedFor = answered && callee.type().methods().get(method).kind() == RemoteMethod.Kind.SYNC;
        FailureTexts refusal = answered ? calls.refusal() : null;
        if (refusal != null) {
            refuse(refusal);
            calls.passed(id);
        } else if (calls.runsInline(waitedFor)) {
            serve(callee, method);
            calls.passed(id);
        } else {
            readAndSubmit(callee, method, strand, !waitedFor);
        }
    }

    private void readAndSubmit(ExportedObject callee, int method, int strand, boolean ordered) {
        if (!answered) {
            calls.awaitRoomForPost();
        }
        long id = callId;
        object = callee;
        try {
            Object[] arguments = callee.skeleton().arguments(method, this);
            reader.end();
            phase = CallPhase.ANSWERED;
            SharedCall call = calls.add(callee, method, arguments, id, strand, answered, ordered);
            channel.publishTaken(id);
            // After the fence of publishTaken. Partner: RunningCall.cancel, whose caller then looks for the call.
            if (running.isCancelled(id)) {
                calls.cancel(id);
            }
            calls.submit(call, ordered);
        } catch (LaneClosed e) {
            throw e;
        } catch (Throwable e) {
            callFailed(e);
            calls.passed(id);
        } finally {
            leaveCall();
        }
    }

    private void refuse(FailureCode code) {
        refuse(new FailureTexts(code, "", ""));
    }

    private void refuse(FailureTexts why) {
        reader.end();
        phase = CallPhase.ANSWERED;
        if (answered) {
            answers.failure(callId, why);
        }
    }

    /** What was thrown, by whom depends on how far the call had come. */
    private void callFailed(Throwable thrown) {
        CallPhase reached = phase;
        phase = CallPhase.ANSWERED;
        if (reached == CallPhase.RUNNING) {
            endRunning(callId);
        }
        if (reached != CallPhase.RUNNING || thrown instanceof StackOverflowError) {
            codec = null; // after an exception a Kryo cannot be trusted to be in its initial state
        }
        if (reached == CallPhase.READING) {
            reader.end();
        }
        if (answered) {
            if (reached == CallPhase.ANSWERING) {
                answers.checkChannel(thrown);
            }
            switch (reached) {
                case READING, REFUSED -> answers.argumentsFailed(callId, thrown);
                case RUNNING -> answers.exception(callId, thrown, object);
                case ANSWERING -> answers.resultFailed(callId, thrown);
                case ANSWERED -> {}
            }
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

    @Override
    public void taken() {
        reader.end();
        if (codecUsed) {
            codec.reset();
        }
        long id = callId;
        phase = CallPhase.RUNNING;
        running.begin(id);
        channel.publishTaken(id); // with the full fence that running.begin asks for
        // After the fence. Partner: Connection.announceClosing. Whoever reads our Taken after the farewell either finds
        // this call in it, or this look finds that the connection is closing.
        if (peer.isClosing() || running.isCancelled(id)) {
            endRunning(id);
            phase = CallPhase.REFUSED;
            throw closing();
        }
    }

    @Override
    public Output reply() {
        endRunning(callId);
        phase = CallPhase.ANSWERING;
        return answered ? answers.begin(callId) : answers.discard();
    }

    @Override
    public void replyLater(CompletionStage<?> stage) {
        endRunning(callId);
        phase = CallPhase.ANSWERED;
        if (!answered) {
            return;
        }
        long id = callId;
        ExportedObject callee = object;
        if (stage == null) {
            answers.result(id, null);
        } else if (shared) {
            calls.answerLater(id, stage, callee, running.isCancelled(id));
        } else {
            answers.exception(id, new IllegalStateException("a future's method was called on a borrowed lane"), callee);
        }
    }

    private void endRunning(long id) {
        if (nesting == 0 && attendant != null) {
            running.end(id);
        } else {
            running.endWithin(id);
        }
        if (caller != null) {
            caller.awaitLateAnswers();
        }
    }

    static Throwable unwrap(Throwable thrown) {
        return thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
    }

    @Override
    public void noReply() {
        if (answered) {
            reply();
        } else {
            endRunning(callId);
            phase = CallPhase.ANSWERED;
        }
    }

    @Override
    public Credentials peer() {
        return peer.credentials();
    }

    @Override
    public ServedPeer connection() {
        return peer;
    }

    @Override
    public String serviceName() {
        return object.serviceName();
    }

    /** The caller has given up: interrupts the method, if it is still that call's. Any thread. */
    public void interrupt(long cancelledCallId) {
        running.cancel(cancelledCallId);
        if (shared) {
            calls.cancel(cancelledCallId);
        }
        LaneTask queued = task;
        if (queued != null && queued.callId == cancelledCallId && queued.ticket.withdraw()) {
            peer.execute(() -> SharedCalls.unqueue(executor, queued)); // not on the monitor's thread
            attendant.resume(() -> refuse(FailureCode.CLOSING)); // the executor has not begun it: we take the lane back
        }
    }

    /** Whether the peer cannot see which call was taken last. */
    public boolean hidesTaken() {
        return !channel.showsTaken();
    }

    /** The last call whose method was started, or is about to be. Any thread. */
    public long lastTaken() {
        return channel.ownTaken();
    }

    /** Whether a method runs on this lane. Any thread. */
    public boolean isCalling() {
        return running.isRunning() || shared && calls.isCalling();
    }

    @Override
    public boolean isCalling(Object target) {
        if (shared && calls.isCalling(target)) {
            return true;
        }
        if (!running.isRunning()) { // an acquire load: what was written before the method began is seen below
            return false;
        }
        ExportedObject called = object;
        return called != null && called.target() == target || nesting > (attendant == null ? 1 : 0);
    }

    private void awaitFrame() {
        if (!channel.spinForFrame()) {
            LaneClosed.check(channel.sleepForFrame(LaneClosed.neverNs(), false));
        }
    }

    @Override
    public long idle(long idleNs) {
        return LaneAttendant.restAfterNs() - idleNs;
    }

    @Override
    public void disconnected() {
        codec = null;
    }

    @Override
    public void failed(Throwable cause) {
        codec = null;
        boolean fault = cause instanceof PeerFault || cause instanceof CodecException;
        peer.protocolBroken(fault ? cause.getMessage() : "a lane failed: " + cause);
    }

    /**
     * Ends all waits, interrupts the method that runs, and withdraws the lane; the connection has ended.
     *
     * @return whether no thread is in the lane any more. Repeatable
     */
    public boolean retire(boolean interrupt) {
        channel.disconnect();
        if (interrupt) {
            running.interrupt();
        }
        if (shared) {
            calls.retire(interrupt);
        }
        LaneTask queued = task;
        if (queued != null && queued.ticket.withdraw()) {
            attendant.abandon();
        }
        return answers.tryRetire() & attendant.tryRetire();
    }

    /** The call was read, but is not to be started: the endpoint is closing, or the caller has given up. */
    private static final class Closing extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    static RuntimeException closing() {
        return new Closing();
    }

    static boolean isClosing(Throwable thrown) {
        return thrown instanceof Closing;
    }
}
