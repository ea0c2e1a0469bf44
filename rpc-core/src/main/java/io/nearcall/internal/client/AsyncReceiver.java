// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import io.nearcall.internal.codec.CodecException;
import io.nearcall.internal.codec.LaneCodec;
import io.nearcall.internal.lane.LaneAttendant;
import io.nearcall.internal.lane.MessageReader;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.channel.WaitResult;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * The receiving half of the shared lane: one thread that reads the answers, in whatever order they come, and has their
 * futures completed. It attends while calls are in flight, and enforces their deadlines.
 */
final class AsyncReceiver implements LaneAttendant.Work {

    /** How late a deadline may be noticed, and how long the peer may take between two frames of one answer. */
    private static final long SWEEP_NS = 5_000_000;

    /** Answers between two looks at the deadlines. */
    private static final int SWEEP_MASK = 1023;

    private static final long FRAGMENT_PATIENCE_NS = 30_000_000_000L;

    private final int laneId;
    private final Channel channel;
    private final Link link;
    private final Executor completions;
    private final MessageReader reader;
    private final LaneAttendant attendant;
    private final Map<Long, PendingCall> pending = new ConcurrentHashMap<>();
    private LaneCodec codec;
    private int answers;

    AsyncReceiver(int laneId, Channel channel, Link link, Executor receivers, Executor completions) {
        this.laneId = laneId;
        this.channel = channel;
        this.link = link;
        this.completions = completions;
        this.reader = new MessageReader(channel, link.maxMessageBytes(), this::awaitFrame);
        this.attendant = new LaneAttendant(channel, receivers, this);
    }

    /** An answer will come. To be called before the call is sent. */
    void expect(long callId, PendingCall call) {
        pending.put(callId, call);
        attendant.ring();
    }

    /** Nobody waits for that answer any more. */
    void forget(long callId) {
        pending.remove(callId);
    }

    void ring() {
        attendant.ring();
    }

    @Override
    public void receive() {
        if ((++answers & SWEEP_MASK) == 0) {
            sweep(); // while answers keep coming, idle() is not called
        }
        PendingCall call = pending.remove(reader.begin());
        if (call != null) {
            read(call, reader.type());
        }
        reader.end();
    }

    private void read(PendingCall call, int type) {
        try {
            if (type == FrameFormat.RESULT) {
                boolean isVoid = call.binding().callee().method(call.method()).resultType() == void.class;
                Object result = isVoid ? null : codec().readClassAndObject(reader.input());
                complete(() -> call.future().complete(result));
            } else {
                Throwable thrown = Answers.read(type, reader.input(), link, call.binding(), call.method());
                complete(() -> call.future().completeExceptionally(thrown));
            }
            if (codec != null) {
                codec.reset();
            }
        } catch (Throwable e) {
            codec = null;
            Throwable reason = Answers.ofAborted(reader, link, call.binding(), call.method());
            Throwable thrown = reason != null
                    ? reason
                    : CallFailures.translate(e, CallPhase.ANSWERED, call.binding(), call.method());
            complete(() -> call.future().completeExceptionally(thrown));
        }
    }

    /** Dependents of the future are user code, which may block: not on the thread that all answers wait for. */
    private void complete(Runnable completion) {
        try {
            completions.execute(completion);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            completion.run(); // the endpoint is closed, or no thread can be had: better here than never
        }
    }

    private LaneCodec codec() {
        if (codec == null) {
            codec = link.newCodec();
        }
        return codec;
    }

    private void awaitFrame() {
        try {
            receiveFrame();
        } catch (PeerFault e) {
            throw link.broken(e.getMessage());
        }
    }

    private void receiveFrame() {
        if (!channel.spinForFrame()) {
            WaitResult result = channel.sleepForFrame(Deadlines.after(FRAGMENT_PATIENCE_NS), false);
            if (result == WaitResult.TIMED_OUT) {
                throw link.broken("an answer was left incomplete on lane " + laneId);
            }
            if (result != WaitResult.READY) {
                throw link.lost(Long.MAX_VALUE, channel, false);
            }
        }
    }

    @Override
    public long idle(long idleNs) {
        if (pending.isEmpty()) {
            return LaneAttendant.restAfterNs() - idleNs;
        }
        sweep();
        return SWEEP_NS;
    }

    private void sweep() {
        long nowNs = System.nanoTime();
        pending.forEach((callId, call) -> {
            if (nowNs - call.deadlineNs() >= 0 && pending.remove(callId, call)) {
                link.cancel(laneId, callId);
                Throwable late = CallFailures.deadlineExceeded(call.binding(), call.method(), link, CallPhase.SENT);
                complete(() -> call.future().completeExceptionally(late));
            }
        });
    }

    @Override
    public void disconnected() {
        failPending();
    }

    @Override
    public void failed(Throwable cause) {
        boolean fault = cause instanceof PeerFault || cause instanceof CodecException;
        link.broken(fault ? cause.getMessage() : "a lane failed: " + cause);
        failPending();
    }

    private void failPending() {
        pending.forEach((callId, call) -> {
            if (pending.remove(callId, call)) {
                Throwable lost = link.lost(callId, channel, false);
                complete(() -> call.future().completeExceptionally(lost));
            }
        });
    }

    boolean retire() {
        if (!attendant.tryRetire()) {
            return false;
        }
        failPending();
        return true;
    }
}
