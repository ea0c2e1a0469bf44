// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import io.nearcall.internal.lane.MessageReader;
import io.nearcall.internal.wire.FrameFormat;
import java.util.concurrent.locks.LockSupport;

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
    private final Thread caller = Thread.currentThread();
    private long callId;

    /** PASSED, or what the caller is to be thrown. */
    private volatile Object outcome;

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
        Object passed;
        while ((passed = outcome) == null) {
            if (Thread.currentThread().isInterrupted()) {
                lane.giveUp(callId);
                throw CallFailures.interrupted(binding, method, CallPhase.WRITING);
            }
            long remainingNs = Deadlines.remainingNs(deadlineNs);
            if (remainingNs == 0) {
                lane.giveUp(callId);
                throw CallFailures.notItsTurn(binding, method, terms, lane.link());
            }
            LockSupport.parkNanos(this, remainingNs);
        }
        if (!(passed instanceof Throwable thrown)) {
            lane.forgetOwnCalls();
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
    public boolean isWatched() {
        return true;
    }

    @Override
    public void answered(AsyncReceiver receiver, MessageReader reader) {
        end(
                reader.type() == FrameFormat.RESULT
                        ? PASSED
                        : Answers.read(reader.type(), reader.input(), lane.link(), binding, method));
    }

    @Override
    public void failed(AsyncReceiver receiver, Throwable thrown) {
        end(thrown);
    }

    private void end(Object how) {
        outcome = how;
        LockSupport.unpark(caller);
    }
}
