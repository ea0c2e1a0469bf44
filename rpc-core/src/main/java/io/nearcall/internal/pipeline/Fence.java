// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.pipeline;

import io.nearcall.NearcallException;
import io.nearcall.internal.call.CallTerms;
import io.nearcall.internal.call.Callee;
import io.nearcall.internal.lane.Answers;
import io.nearcall.internal.lane.CallFailures;
import io.nearcall.internal.lane.MessageReader;
import io.nearcall.internal.wire.FrameFormat;

/**
 * A call that does nothing. When it is answered, all that its thread has sent on the shared lane before it has been
 * run. The call that must come after those is sent only then. So whatever goes wrong here, that call has not been sent.
 */
final class Fence extends ParkedCall {

    private static final Object PASSED = new Object();

    /** @param callee and method: of the call that waits */
    Fence(OutgoingPipeline lane, Callee callee, int method, long deadlineNs, CallTerms terms) {
        super(lane, callee, method, deadlineNs, terms);
    }

    /** Blocks at most until the deadline. Also returns if the connection has ended, and with it the earlier calls. */
    void awaitTurn(long callId) {
        Object passed = await(callId);
        if (!(passed instanceof Throwable thrown)) {
            lane.ownCalls().forget();
        } else if (!lane.link().isClosed()) {
            throw CallFailures.refusedItsTurn(callee(), method(), thrown);
        }
    }

    @Override
    NearcallException late() {
        return CallFailures.notSentInTime(
                callee(),
                method(),
                terms(),
                lane.link(),
                "one-way calls or futures that this thread had made before were still running");
    }

    /** The receiver reads the answer itself: it is empty or an exception, and needs no codec. */
    @Override
    public void answered(AnswerReceiver receiver, MessageReader reader) {
        finish(
                reader.type() == FrameFormat.RESULT
                        ? PASSED
                        : Answers.read(reader.type(), reader.input(), lane.link(), callee(), method()));
    }
}
