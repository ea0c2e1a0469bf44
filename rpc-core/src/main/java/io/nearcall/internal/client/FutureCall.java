// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import io.nearcall.DurationText;
import io.nearcall.NearcallException;
import io.nearcall.internal.lane.MessageReader;
import io.nearcall.internal.wire.FrameFormat;
import java.util.concurrent.CompletableFuture;

/** A call in flight whose caller holds a future. */
record FutureCall(Binding binding, int method, CallTerms terms, long deadlineNs, CompletableFuture<Object> future)
        implements PendingCall {

    @Override
    public boolean isWatched() {
        return binding.timeoutNs(method, terms) == DurationText.NONE_NS; // then there is nothing to watch
    }

    @Override
    public void answered(AsyncReceiver receiver, MessageReader reader) {
        if (reader.type() == FrameFormat.RESULT) {
            boolean isVoid = binding.callee().method(method).resultType() == void.class;
            Object result = isVoid ? null : receiver.codec().readClassAndObject(reader.input());
            receiver.complete(() -> future.complete(result));
        } else {
            Throwable thrown = Answers.read(reader.type(), reader.input(), receiver.link(), binding, method);
            receiver.complete(() -> future.completeExceptionally(thrown));
        }
    }

    @Override
    public void failed(AsyncReceiver receiver, Throwable thrown) {
        Throwable why = thrown instanceof NearcallException failure ? binding.lost(failure) : thrown;
        receiver.complete(() -> future.completeExceptionally(why));
    }
}
