// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import io.nearcall.internal.lane.MessageReader;

/** A call in flight on the shared lane. Exactly one of {@link #answered} and {@link #failed} is called, once. */
interface PendingCall {

    Binding binding();

    int method();

    /** Null if it is a plain one. */
    CallTerms terms();

    long deadlineNs();

    /** Whether its caller watches the deadline himself. */
    boolean isWatched();

    /**
     * The answer has come: takes what it needs of it. On the receiving thread.
     *
     * @throws Throwable what the codec throws; then {@link #failed} follows
     */
    void answered(AsyncReceiver receiver, MessageReader reader) throws Throwable;

    /** There will be no answer, or none that can be read. Any thread. */
    void failed(AsyncReceiver receiver, Throwable thrown);
}
