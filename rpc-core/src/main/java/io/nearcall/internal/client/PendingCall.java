// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import io.nearcall.internal.lane.MessageReader;

/** A call in flight on the shared lane. Exactly one of {@link #answered} and {@link #failed} is called, once. */
interface PendingCall {

    Callee callee();

    int method();

    /** Null if it is a plain one. */
    CallTerms terms();

    long deadlineNs();

    /** The deadline has passed, and there is no answer yet. On the receiving thread, again and again until it is forgotten. */
    void overdue(AsyncReceiver receiver, long callId);

    /**
     * The answer has come: takes what it needs of it. On the receiving thread.
     *
     * @throws Throwable what the codec throws; then {@link #failed} follows
     */
    void answered(AsyncReceiver receiver, MessageReader reader) throws Throwable;

    /** There will be no answer, or none that can be read. Any thread. */
    void failed(AsyncReceiver receiver, Throwable thrown);
}
