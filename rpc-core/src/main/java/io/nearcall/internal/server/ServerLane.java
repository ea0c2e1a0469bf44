// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.server;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.codegen.ServerCall;
import io.nearcall.internal.codec.CodecException;
import io.nearcall.internal.codec.LaneCodec;
import io.nearcall.internal.codec.MalformedMessage;
import io.nearcall.internal.lane.LaneAttendant;
import io.nearcall.internal.lane.MessageReader;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.internal.wire.FailureCode;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.os.Credentials;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * A lane as its server sees it, and at the same time the call in progress on it. Everything happens on the thread that
 * attends to the lane, but for {@link #interrupt} and for the answers of a shared lane that come late.
 */
public final class ServerLane extends ServerCall implements LaneAttendant.Work, CallContext {

    private final Channel channel;
    private final ServedPeer peer;
    private final boolean shared;
    private final MessageReader reader;
    private final AnswerWriter answers;
    private final LaneAttendant attendant;
    private final RunningCall running = new RunningCall();

    private LaneCodec codec;
    private boolean codecUsed;
    private CallPhase phase = CallPhase.ANSWERED;
    private ExportedObject object;
    private long callId;
    private boolean answered;

    /**
     * A lane at rest, whose first call is announced by a doorbell.
     *
     * @param mode streaming for a shared lane, on which calls are answered in any order or not at all
     */
    public ServerLane(Channel channel, ChannelMode mode, ServedPeer peer, Executor threads) {
        this.channel = channel;
        this.peer = peer;
        this.shared = mode == ChannelMode.STREAMING;
        this.reader = new MessageReader(channel, peer.maxMessageBytes(), this::awaitFrame);
        this.answers = new AnswerWriter(channel, shared, peer);
        this.attendant = new LaneAttendant(channel, threads, this);
    }

    /** The doorbell rang. Any thread. */
    public void ring() {
        attendant.ring();
    }

    @Override
    public void receive() {
        if (peer.isClosed()) {
            throw LaneClosed.now(); // or a peer that goes on sending would keep this thread, and the lane, for ever
        }
        callId = reader.begin();
        int type = reader.type();
        if (type == FrameFormat.CALL || type == FrameFormat.POST && shared) {
            answered = type == FrameFormat.CALL;
            serve();
        } else {
            throw new MalformedMessage("a message of type " + type + " from a caller");
        }
    }

    private void serve() {
        phase = CallPhase.READING;
        Input input = reader.input();
        int objectId = input.readInt();
        int method = input.readInt();
        ExportedObject callee = peer.object(objectId);
        LaneThread thread = (LaneThread) Thread.currentThread();
        try {
            if (callee == null) {
                refuse(FailureCode.NO_SUCH_OBJECT);
            } else if (method < 0 || method >= callee.type().methods().size()) {
                refuse(FailureCode.NO_SUCH_METHOD);
            } else {
                object = callee;
                thread.enter(this);
                if (thread.getContextClassLoader() != callee.contextClassLoader()) {
                    thread.setContextClassLoader(callee.contextClassLoader());
                }
                callee.skeleton().dispatch(method, callee.target(), this);
                if (phase == CallPhase.ANSWERING) {
                    answers.send();
                    phase = CallPhase.ANSWERED;
                }
            }
        } catch (LaneClosed e) {
            throw e;
        } catch (Throwable e) {
            callFailed(e);
        } finally {
            thread.leave();
            object = null;
            answers.leave();
            if (codecUsed) {
                codecUsed = false;
                if (codec != null) {
                    codec.reset();
                }
            }
            if (shared) {
                channel.publishDone(callId);
            }
        }
    }

    private void refuse(FailureCode code) {
        reader.end();
        phase = CallPhase.ANSWERED;
        if (answered) {
            answers.failure(callId, code);
        }
    }

    /** What was thrown, by whom depends on how far the call had come. */
    private void callFailed(Throwable thrown) {
        CallPhase reached = phase;
        phase = CallPhase.ANSWERED;
        if (reached == CallPhase.RUNNING) {
            running.end(callId);
        }
        if (reached != CallPhase.RUNNING || thrown instanceof StackOverflowError) {
            codec = null; // after an exception a Kryo cannot be trusted to be in its initial state
        }
        if (reached == CallPhase.READING) {
            reader.end();
        }
        if (answered) {
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
            running.end(id);
            phase = CallPhase.REFUSED;
            throw new Closing();
        }
    }

    @Override
    public Output reply() {
        running.end(callId);
        phase = CallPhase.ANSWERING;
        return answered ? answers.begin(callId) : answers.discard();
    }

    @Override
    public void replyLater(CompletionStage<?> stage) {
        running.end(callId);
        phase = CallPhase.ANSWERED;
        if (!answered) {
            return;
        }
        long id = callId;
        ExportedObject callee = object;
        if (stage == null) {
            answers.result(id, null);
        } else if (shared) {
            answerWhenComplete(stage, id, callee);
        } else {
            answers.exception(id, new IllegalStateException("a future's method was called on a borrowed lane"), callee);
        }
    }

    private void answerWhenComplete(CompletionStage<?> stage, long id, ExportedObject callee) {
        try {
            stage.whenComplete((result, thrown) -> answers.late(id, result, unwrap(thrown), callee));
        } catch (RuntimeException e) { // the application's own kind of stage
            answers.exception(id, e, callee);
        }
    }

    private static Throwable unwrap(Throwable thrown) {
        return thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
    }

    @Override
    public void noReply() {
        if (answered) {
            reply();
        } else {
            running.end(callId);
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
        return running.isRunning();
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
        return answers.tryRetire() & attendant.tryRetire();
    }

    /** The call was read, but is not to be started: the endpoint is closing, or the caller has given up. */
    private static final class Closing extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    static boolean isClosing(Throwable thrown) {
        return thrown instanceof Closing;
    }
}
