// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.internal.waits.ConnectionWaits;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.channel.Channel;
import java.util.concurrent.Executor;

/**
 * A lane that its callers borrow. It carries one call at a time, which the lane's thread serves. If there is an
 * executor, the task that runs the method attends to the lane until it has answered.
 */
public final class BorrowedLane extends IncomingLane {

    private final LaneCall call;
    private final LaneHandover handover; // null if there is no executor

    /** A lane at rest. A doorbell announces its first call. */
    public BorrowedLane(int id, Channel channel, LaneConnection peer, Executor threads) {
        super(id, channel, false, peer, threads);
        this.handover = peer.executor() == null ? null : new LaneHandover(this, worker, peer);
        this.call = new LaneCall(nesting, peer, answers);
        nesting.servedBy(call);
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
        int method = call.method;
        if (handover != null
                && callee != null
                && callee.hasMethod(method)
                && callee.id() != FrameFormat.BINDER_OBJECT_ID) {
            return !isHandedOver(callee, method);
        }
        call.serve(callee, method);
        return true;
    }

    /** Whether the executor has taken the call, and the lane with it. If not, the call has been refused. */
    private boolean isHandedOver(ExportedObject callee, int method) {
        FailureTexts refusal = handover.give(callee, method, call.callId());
        if (refusal != null) {
            call.refuse(refusal);
        }
        return refusal == null;
    }

    /** Whether the caller of a call of this lane has given it up. */
    boolean isGivenUp(long callId) {
        return call.isGivenUp(callId);
    }

    /** Serves the call on a thread of the executor. That thread has the lane until it has answered. */
    void serveElsewhere(ExportedObject callee, int method) {
        try {
            call.serveHere(callee, method);
        } catch (Throwable e) {
            worker.fail(e);
            return;
        }
        worker.resume();
    }

    /** Takes the lane back because the executor's task will not run, and tells the caller. */
    void takeBack() {
        worker.resume(() -> call.refuse(FailureTexts.NOT_STARTED));
    }

    @Override
    public void interrupt(long cancelledCallId) {
        super.interrupt(cancelledCallId);
        if (handover != null) {
            handover.cancel(cancelledCallId);
        }
    }

    @Override
    public boolean hasCalls() {
        return super.hasCalls() || handover != null && handover.isWaiting();
    }

    @Override
    public void tellWaits(ConnectionWaits waits) {
        super.tellWaits(waits);
        if (handover != null) {
            handover.tellWaits(waits, nesting.laneId());
        }
    }

    @Override
    public boolean withdrawCalls() {
        return handover != null && handover.withdraw();
    }
}
