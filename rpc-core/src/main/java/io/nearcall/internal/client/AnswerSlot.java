// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import java.util.concurrent.locks.LockSupport;

/** Where the thread that has made it parks until another one has brought an answer, or why there is none. */
final class AnswerSlot {

    private final Thread waiter = Thread.currentThread();

    /** Volatile: what was written before it is there when it is. A permit that comes before the waiter parks is not lost. */
    private volatile Object content;

    /** Blocks until the deadline, or an interrupt, whose status stays, at most: then null. */
    Object await(long deadlineNs) {
        Object found;
        while ((found = content) == null) {
            long remainingNs = Deadlines.remainingNs(deadlineNs);
            if (remainingNs == 0 || waiter.isInterrupted()) {
                return null;
            }
            LockSupport.parkNanos(this, remainingNs);
        }
        return found;
    }

    /** Once, on any thread. */
    void fill(Object answer) {
        content = answer;
        LockSupport.unpark(waiter);
    }
}
