// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.pipeline;

import io.nearcall.codegen.RemoteMethod;
import io.nearcall.internal.lane.FailureTexts;
import io.nearcall.internal.lane.IncomingLane;
import io.nearcall.internal.lane.LaneCall;
import io.nearcall.internal.lane.LaneClosed;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.internal.reference.MethodPace;
import io.nearcall.internal.waits.ConnectionWaits;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.channel.Channel;
import java.util.concurrent.Executor;

/** The shared lane of the peer: its calls are answered in any order, or not at all. */
public final class IncomingPipeline extends IncomingLane {

    private final SharedLaneCall call;
    private final SharedCalls calls;
    private final Overtaking overtaking; // null if there is an executor

    /** A lane at rest. A doorbell announces its first call. */
    public IncomingPipeline(int id, Channel channel, LaneConnection peer, Executor threads) {
        super(id, channel, true, peer, threads);
        this.calls = new SharedCalls(channel, answers, peer, threads);
        this.call = new SharedLaneCall(nesting, peer, answers, calls);
        nesting.servedBy(call);
        this.overtaking = peer.executor() == null ? new Overtaking(worker, peer, threads) : null;
    }

    @Override
    protected LaneCall call() {
        return call;
    }

    @Override
    public boolean receive() {
        if (peer.isClosed()) {
            throw LaneClosed.now(); // or a peer that goes on sending would keep this thread and the lane for ever
        }
        ExportedObject callee = call.open();
        int method = call.methodIndex();
        int strand = call.strand();
        if (callee == null || !callee.hasMethod(method) || isQuick(callee, strand)) {
            return serve(callee, method, strand);
        }
        FailureTexts refusal = call.answered && !FrameFormat.isFence(callee.id(), method)
                ? calls.limit().refusal()
                : null;
        if (refusal != null) {
            call.refuse(refusal);
            calls.passed(call.callId());
            return true;
        }
        boolean waitedFor = call.answered && callee.type().method(method).kind() == RemoteMethod.Kind.SYNC;
        if (overtaking == null) {
            return submit(callee, method, strand, !waitedFor); // one-way calls and those with futures keep an order
        }
        return waitedFor ? follow(callee, method, strand) : serve(callee, method, strand);
    }

    /** Whether the call needs no thread of its own, and no others are before it. */
    private boolean isQuick(ExportedObject callee, int strand) {
        return callee.id() == FrameFormat.BINDER_OBJECT_ID && !calls.isBusy(strand);
    }

    /** Runs the call on this thread, before the next one is read. */
    private boolean serve(ExportedObject callee, int method, int strand) {
        long id = call.callId();
        call.serve(callee, method);
        calls.passed(id);
        return true;
    }

    /**
     * Runs the call on this thread. If the call takes long, another thread goes on with the lane. If it is known to
     * take long, another thread runs the call.
     */
    private boolean follow(ExportedObject callee, int method, int strand) {
        SharedCall read = call.read(callee, method, strand, false);
        if (read == null) {
            return true;
        }
        calls.passed(read.id); // the call keeps no order, so nothing must wait for it
        MethodPace pace = callee.pace(method);
        if (!pace.takesApart()) {
            return overtaking.run(read, pace);
        }
        calls.submit(read, false);
        return true;
    }

    /** Gives the call to the executor, behind those of its strand. */
    private boolean submit(ExportedObject callee, int method, int strand, boolean inOrder) {
        SharedCall read = call.read(callee, method, strand, inOrder);
        if (read != null) {
            calls.submit(read, inOrder);
        }
        return true;
    }

    @Override
    public boolean isCalling() {
        return super.isCalling() || calls.isCalling();
    }

    @Override
    public boolean isCalling(Object target) {
        return calls.isCalling(target) || super.isCalling(target);
    }

    @Override
    public void tellWaits(ConnectionWaits waits) {
        super.tellWaits(waits);
        calls.tellWaits(waits);
    }

    @Override
    public boolean hasCalls() {
        return super.hasCalls() || calls.hasAny();
    }

    @Override
    public boolean withdrawCalls() {
        return calls.withdraw();
    }

    @Override
    public void interruptCalls() {
        super.interruptCalls();
        calls.interrupt();
    }

    @Override
    public boolean retire() {
        calls.retire();
        return super.retire();
    }
}
