// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.server;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The right to run a call that was given to an executor: had once, by the thread that begins it or by whoever withdraws
 * it. So an executor may reject a task, lose it, run it twice, or run it when the call has long been given up.
 */
final class Ticket {

    private static final int ISSUED = 0;
    private static final int STARTED = 1;
    private static final int WITHDRAWN = 2;
    private static final int ANSWERING = 3;

    /* The compare-and-sets order what the lane's thread wrote before it gave the task away before what the winner does. */
    private final AtomicInteger state = new AtomicInteger(WITHDRAWN);

    /** To be called by the thread that gives the task away, before it does. */
    void issue() {
        state.set(ISSUED);
    }

    /** Whether the call is the current thread's to run. */
    boolean start() {
        return state.compareAndSet(ISSUED, STARTED);
    }

    /** Whether the call had not begun, and now never will. */
    boolean withdraw() {
        return state.compareAndSet(ISSUED, WITHDRAWN);
    }

    /** The answer is about to be sent, by who has the right. Returns whether that is new. */
    boolean answer() {
        boolean first = state.getPlain() != ANSWERING;
        // Before the store that publishes the answer: whoever has the answer does not see the call any more.
        state.setRelease(ANSWERING);
        return first;
    }

    /** Any thread. */
    boolean isAnswering() {
        return state.get() == ANSWERING;
    }
}
