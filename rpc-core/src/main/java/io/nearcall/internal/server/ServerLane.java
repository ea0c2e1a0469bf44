// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.server;

import io.nearcall.codegen.RemoteMethod;
import io.nearcall.internal.codec.CodecException;
import io.nearcall.internal.lane.LaneAttendant;
import io.nearcall.internal.lane.LaneClosed;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.lane.LaneServer;
import io.nearcall.internal.lane.Nesting;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.internal.reference.MethodPace;
import io.nearcall.internal.wire.FailureCode;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.PeerFault;
import java.util.concurrent.Executor;

/**
 * A lane as its server sees it: which thread attends to it, and which one runs its calls. A call is served on the thread
 * that attends, but for those of a shared lane that are handed over ({@link SharedCall}), and for its answers that come
 * late. Of a shared lane that thread may be overtaken while it runs a call ({@link Overtaking}). If there is an executor,
 * the task that runs the method of a borrowed lane attends to it until it has answered.
 */
public final class ServerLane implements LaneAttendant.Work {

    private final Channel channel;
    private final LaneConnection peer;
    private final boolean shared;
    private final boolean inline;
    private final AnswerWriter answers;
    private final LaneAttendant attendant;
    private final SharedCalls calls;
    private final Overtaking overtaking;
    private final LaneHandover handover;
    private final LaneCall call;

    /**
     * A lane at rest, whose first call is announced by a doorbell.
     *
     * @param mode streaming for a shared lane, on which calls are answered in any order or not at all
     */
    public ServerLane(int id, Channel channel, ChannelMode mode, LaneConnection peer, Executor threads) {
        this.channel = channel;
        this.peer = peer;
        this.shared = mode == ChannelMode.STREAMING;
        Nesting nesting = Nesting.ofServer(id, channel, peer, shared || peer.executor() == null);
        this.answers = new AnswerWriter(nesting, shared, peer);
        this.attendant = new LaneAttendant(channel, threads, this);
        this.calls = shared ? new SharedCalls(channel, answers, peer, threads) : null;
        this.overtaking = shared && peer.executor() == null ? new Overtaking(attendant, peer, threads) : null;
        this.handover = shared || peer.executor() == null ? null : new LaneHandover(this, attendant, peer);
        this.inline = !shared && handover == null;
        this.call = new LaneCall(nesting, peer, answers, calls);
        nesting.servedBy(call);
    }

    /** The serving role of a lane of our own, for the calls that come back while its caller waits. */
    public static LaneServer within(Nesting nesting, LaneConnection peer) {
        return new LaneCall(nesting, peer, new AnswerWriter(nesting, false, peer), null);
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
        ExportedObject callee = call.open();
        int method = call.method();
        if (inline) {
            call.serve(callee, method);
        } else if (shared) {
            return serveShared(callee, FrameFormat.method(method), FrameFormat.strand(method));
        } else if (callee != null && callee.id() != FrameFormat.BINDER_OBJECT_ID && LaneCall.isMethod(callee, method)) {
            return handOver(callee, method);
        } else {
            call.serve(callee, method);
        }
        return true;
    }

    /** Returns false if the executor has taken the call, and the lane with it. */
    private boolean handOver(ExportedObject callee, int method) {
        FailureTexts refusal = handover.give(callee, method, call.callId());
        if (refusal == null) {
            return false;
        }
        call.refuse(refusal);
        return true;
    }

    /** Whether the caller of a call of this lane has given it up. */
    boolean isGivenUp(long callId) {
        return call.isGivenUp(callId);
    }

    /** On a thread of the executor, which has the lane until it has answered. */
    void serveElsewhere(ExportedObject callee, int method) {
        try {
            call.serveHere(callee, method);
        } catch (Throwable e) {
            attendant.fail(e);
            return;
        }
        attendant.resume();
    }

    /** The executor's task will not run: the lane is ours again, and its caller is told. */
    void takeBack() {
        attendant.resume(() -> call.refuse(FailureCode.CLOSING));
    }

    /** A call of a shared lane: run here, or read here and run elsewhere. Returns false if the lane has been taken over. */
    private boolean serveShared(ExportedObject callee, int method, int strand) {
        long id = call.callId();
        if (!LaneCall.isMethod(callee, method) || isQuick(callee, strand)) {
            call.serve(callee, method);
            calls.passed(id);
            return true;
        }
        boolean answered = call.isAnswered();
        boolean waitedFor = answered && callee.type().methods().get(method).kind() == RemoteMethod.Kind.SYNC;
        FailureTexts refusal =
                answered && !LaneCall.isFence(callee, method) ? calls.limit().refusal() : null;
        if (refusal != null) {
            call.refuse(refusal);
            calls.passed(id);
            return true;
        }
        if (calls.runsInline(waitedFor)) {
            call.serve(callee, method);
            calls.passed(id);
            return true;
        }
        SharedCall read = call.readShared(callee, method, strand, !waitedFor);
        if (read == null) {
            return true;
        }
        if (overtaking != null) {
            calls.passed(id); // it keeps no order, so nothing is to wait for it
            MethodPace pace = callee.pace(method);
            if (!pace.takesApart()) {
                return overtaking.run(read, pace);
            }
        }
        calls.submit(read, !waitedFor);
        return true;
    }

    /** A call that needs no thread of its own, and has no others before it. */
    private boolean isQuick(ExportedObject callee, int strand) {
        return callee.id() == FrameFormat.BINDER_OBJECT_ID && !calls.isBusy(strand);
    }

    /** The caller has given up: interrupts the method, if it is still that call's. Any thread. */
    public void interrupt(long cancelledCallId) {
        call.interrupt(cancelledCallId);
        if (handover != null) {
            handover.cancel(cancelledCallId);
        }
    }

    /** Whether the peer cannot see which call was taken last. */
    public boolean hidesTaken() {
        return !channel.progress().showsTaken();
    }

    /** The last call whose method was started, or is about to be. Any thread. */
    public long lastTaken() {
        return channel.progress().ownTaken();
    }

    /** Whether a method runs on this lane. Any thread. */
    public boolean isCalling() {
        return call.isRunning() || shared && calls.isCalling();
    }

    /** Whether a method of that object runs on this lane, or may. Any thread. */
    public boolean isCalling(Object target) {
        return shared && calls.isCalling(target) || call.isCalling(target);
    }

    @Override
    public long idle(long idleNs) {
        return LaneAttendant.restAfterNs() - idleNs;
    }

    @Override
    public void disconnected() {
        call.forgetCodec();
    }

    @Override
    public void failed(Throwable cause) {
        call.forgetCodec();
        boolean fault = cause instanceof PeerFault || cause instanceof CodecException;
        peer.protocolBroken(fault ? cause.getMessage() : "a lane failed: " + cause);
    }

    /** Whether a call has been read that has not ended, or a stage is awaited. */
    public boolean hasCalls() {
        return call.isRunning() || (shared ? calls.hasAny() : handover != null && handover.isWaiting());
    }

    /**
     * Takes back the calls that have not begun, and interrupts the methods that run; the connection has ended. May block, and
     * take long.
     *
     * @return whether tasks may be in the executor's queue that have been withdrawn. Repeatable
     */
    public boolean withdrawCalls() {
        call.interrupt();
        return shared ? calls.withdraw() : handover != null && handover.withdraw();
    }

    /** Takes what has been withdrawn out of the executor's queue where that can be done. May take long. */
    public static void unqueueWithdrawn(Executor executor) {
        Ticket.unqueueWithdrawn(executor);
    }

    /**
     * Ends all waits, and withdraws the lane; the connection has ended.
     *
     * @return whether no thread is in the lane any more, and no method runs: it would be a thread that nothing counts. Repeatable
     */
    public boolean retire() {
        channel.disconnect();
        if (shared) {
            calls.retire();
        }
        return answers.tryRetire() & attendant.tryRetire() && !isCalling();
    }
}
