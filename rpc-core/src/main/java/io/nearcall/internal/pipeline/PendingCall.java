// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.pipeline;

import io.nearcall.internal.call.CallTerms;
import io.nearcall.internal.call.Callee;
import io.nearcall.internal.lane.MessageReader;

/** A call in flight on the shared lane. Exactly one of {@link #answered} and {@link #failed} is called, once. */
interface PendingCall {

    Callee callee();

    int method();

    /** Null if it is a plain call. */
    CallTerms terms();

    long deadlineNs();

    /** The deadline has passed without an answer. On the receiving thread, repeated until the call is forgotten. */
    void overdue(AnswerReceiver receiver, long callId);

    /**
     * The answer has come: takes what it needs of it. On the receiving thread.
     *
     * @throws Throwable what the codec throws; then {@link #failed} follows
     */
    void answered(AnswerReceiver receiver, MessageReader reader) throws Throwable;

    /** There will be no answer, or none that can be read. Any thread. */
    void failed(AnswerReceiver receiver, Throwable thrown);
}
