// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.pipeline;

import io.nearcall.NearcallException;
import io.nearcall.Outcome;
import io.nearcall.codegen.RemoteMethod;
import io.nearcall.codegen.ResultReader;
import io.nearcall.internal.call.CallTerms;
import io.nearcall.internal.call.Callee;
import io.nearcall.internal.codec.FrameInput;
import io.nearcall.internal.codec.LaneCodec;
import io.nearcall.internal.codec.MalformedMessage;
import io.nearcall.internal.lane.Answers;
import io.nearcall.internal.lane.MessageReader;
import io.nearcall.internal.recording.RecordedCall;
import io.nearcall.internal.wire.FrameFormat;

/**
 * A call in flight whose caller holds a future.
 *
 * @param recorded null if the call is not recorded
 */
record FutureCall(
        Callee callee,
        int method,
        CallTerms terms,
        long deadlineNs,
        CallFuture future,
        int lane,
        long callId,
        RecordedCall recorded)
        implements PendingCall {

    @Override
    public void overdue(AnswerReceiver receiver, long callId) {
        receiver.giveUp(callId, this);
    }

    @Override
    public void answered(AnswerReceiver receiver, MessageReader reader) {
        if (reader.type() == FrameFormat.RESULT) {
            Object result = read(callee.type().method(method), reader.input(), receiver.codec());
            endRecorded(receiver);
            receiver.complete(() -> future.complete(result));
        } else {
            Throwable thrown = Answers.read(reader.type(), reader.input(), receiver.link(), callee, method);
            Outcome unlessRun = reader.type() == FrameFormat.EXCEPTION ? null : Outcome.MAY_HAVE_RUN;
            fail(receiver, thrown, unlessRun);
            receiver.complete(() -> future.completeExceptionally(thrown));
        }
    }

    private void fail(AnswerReceiver receiver, Throwable thrown, Outcome unlessRun) {
        endRecorded(receiver);
        receiver.link().statistics().fail(callee, method, thrown);
        receiver.link().recordFailure(callee, method, lane, callId, thrown, unlessRun);
    }

    private void endRecorded(AnswerReceiver receiver) {
        if (recorded != null) {
            receiver.link().recording().end(recorded, callee, method, lane, callId);
        }
    }

    private static Object read(RemoteMethod called, FrameInput input, LaneCodec codec) {
        if (called.kind() == RemoteMethod.Kind.SYNC) { // its caller defers it
            return ResultReader.read(called, input, codec);
        }
        if (called.result().type() == void.class) {
            return null;
        }
        Object result = codec.readClassAndObject(input);
        if (called.result().type() instanceof Class<?> type && result != null && !type.isInstance(result)) {
            throw new MalformedMessage(
                    "a result of class " + result.getClass().getName() + " instead of " + type.getName());
        }
        return result;
    }

    @Override
    public void failed(AnswerReceiver receiver, Throwable thrown) {
        fail(receiver, thrown, Outcome.MAY_HAVE_RUN);
        Throwable why = thrown instanceof NearcallException failure ? callee.lost(failure) : thrown;
        receiver.complete(() -> future.completeExceptionally(why));
    }
}
