// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.pipeline;

import io.nearcall.internal.dispatch.CancelledCalls;
import io.nearcall.internal.lane.AnswerWriter;
import io.nearcall.internal.lane.IncomingPhase;
import io.nearcall.internal.lane.LaneCall;
import io.nearcall.internal.lane.LaneClosed;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.lane.Nesting;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.internal.wire.FrameFormat;
import java.util.concurrent.CompletionStage;

/** The call that the thread of a shared lane reads, and perhaps runs. {@link SharedCalls} holds the other calls. */
final class SharedLaneCall extends LaneCall {

    private final SharedCalls calls;

    SharedLaneCall(Nesting nesting, LaneConnection peer, AnswerWriter answers, SharedCalls calls) {
        super(
                nesting,
                peer,
                answers,
                CancelledCalls.ofSharedLane(nesting.channel().progress().showsTaken()),
                calls::cancelSoon);
        this.calls = calls;
    }

    /**
     * Reads the call that was opened. Another thread runs it, or this one after it has left the lane's state behind.
     * Returns null if the call cannot be read; then it has been answered.
     */
    SharedCall read(ExportedObject callee, int method, int strand, boolean ordered) {
        if (!answered || FrameFormat.isFence(callee.id(), method)) {
            calls.limit().awaitRoom(answered);
        }
        long id = callId();
        object = callee;
        try {
            Object[] arguments = callee.skeleton().arguments(method, this);
            reader.end();
            phase = IncomingPhase.ANSWERED;
            SharedCall call =
                    new SharedCall(calls, answers, peer, callee, method, arguments, context, id, strand, answered);
            calls.add(call, ordered);
            progress.publishTaken(id);
            counter.begin(callee, method, reader.messageBytes());
            // After the fence of publishTaken. Partner: RunningCall.cancel, after which SharedCalls.cancel looks for
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
    protected void answerLater(long id, CompletionStage<?> stage, ExportedObject callee) {
        calls.answerLater(id, stage, callee, methodIndex(), running);
    }

    @Override
    public void interrupt(long cancelledCallId) {
        calls.cancel(cancelledCallId, running);
    }

    @Override
    protected boolean isGivenUp(long id) {
        return super.isGivenUp(id) || calls.isGivenUp(id);
    }
}
