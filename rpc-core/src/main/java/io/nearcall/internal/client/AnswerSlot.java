// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import java.util.concurrent.locks.LockSupport;

/** Where the thread that has made it parks until another one has brought an answer, or why there is none. */
final class AnswerSlot {

    /* To park with a timer costs a virtual thread more than to park: the timer is put into a queue that all such threads share,
     * and is taken out again. So whoever has long to wait leaves the clock to the receiver, which looks at all deadlines from
     * time to time, and wakes him when his is over. */

    /** From here on some milliseconds more do not count. */
    private static final long LONG_WAIT_NS = 1_000_000_000;

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
            if (remainingNs < LONG_WAIT_NS) {
                LockSupport.parkNanos(this, remainingNs);
            } else {
                LockSupport.park(this);
            }
        }
        return found;
    }

    /** Once, on any thread. */
    void fill(Object answer) {
        content = answer;
        wake();
    }

    /** The deadline has passed. Any thread. */
    void wake() {
        LockSupport.unpark(waiter);
    }
}
