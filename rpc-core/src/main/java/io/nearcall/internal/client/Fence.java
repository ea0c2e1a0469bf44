// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import io.nearcall.internal.lane.MessageReader;
import io.nearcall.internal.wire.FrameFormat;

/**
 * A call that does nothing: when it is answered, all that its thread has sent on the shared lane before it has been run. The
 * call that shall come after those is not sent before, so whatever goes wrong here, it has not been.
 */
final class Fence implements PendingCall {

    private static final Object PASSED = new Object();

    private final AsyncLane lane;
    private final Binding binding;
    private final int method;
    private final CallTerms terms;
    private final long deadlineNs;
    private long callId;

    /** PASSED, or what the caller is to be thrown. */
    private final AnswerSlot outcome = new AnswerSlot();

    /** @param binding and method: of the call that waits */
    Fence(AsyncLane lane, Binding binding, int method, long deadlineNs, CallTerms terms) {
        this.lane = lane;
        this.binding = binding;
        this.method = method;
        this.deadlineNs = deadlineNs;
        this.terms = terms;
    }

    void sentAs(long id) {
        callId = id;
    }

    /** Blocks until the deadline at most. Returns also when the connection has ended, and with it those calls. */
    void await() {
        Object passed = outcome.await(deadlineNs);
        if (passed == null) {
            lane.giveUp(callId);
            throw Thread.currentThread().isInterrupted()
                    ? CallFailures.interrupted(binding, method, OutgoingPhase.WRITING)
                    : CallFailures.notSentInTime(
                            binding,
                            method,
                            terms,
                            lane.link(),
                            "one-way calls or futures that this thread had made before were still running");
        }
        if (!(passed instanceof Throwable thrown)) {
            lane.ownCalls().forget();
        } else if (!lane.link().isClosed()) {
            throw CallFailures.refusedItsTurn(binding, method, thrown);
        }
    }

    @Override
    public Binding binding() {
        return binding;
    }

    @Override
    public int method() {
        return method;
    }

    @Override
    public CallTerms terms() {
        return terms;
    }

    @Override
    public long deadlineNs() {
        return deadlineNs;
    }

    @Override
    public void overdue(AsyncReceiver receiver, long overdueId) {
        outcome.wake(); // its caller gives it up himself
    }

    @Override
    public void answered(AsyncReceiver receiver, MessageReader reader) {
        outcome.fill(
                reader.type() == FrameFormat.RESULT
                        ? PASSED
                        : Answers.read(reader.type(), reader.input(), lane.link(), binding, method));
    }

    @Override
    public void failed(AsyncReceiver receiver, Throwable thrown) {
        outcome.fill(thrown);
    }
}
