// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.dispatch;

import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The task that an executor is given for a call, and the right to run it: had once, by the thread that begins it or by whoever
 * withdraws it. So an executor may reject a task, lose it, run it twice, or run it when the call has long been given up.
 */
public final class Ticket implements Runnable {

    private static final int ISSUED = 0;
    private static final int STARTED = 1;
    private static final int WITHDRAWN = 2;
    private static final int ANSWERING = 3;

    /* The compare-and-sets order what the lane's thread wrote before it gave the task away before what the winner does.
     *
     * An executor may keep a task for as long as it likes. One that has been withdrawn refers to nothing, so it keeps neither
     * the call nor the connection. */
    private final AtomicInteger state = new AtomicInteger(WITHDRAWN);
    private Runnable work; // of whoever has the right

    public Ticket(Runnable work) {
        this.work = work;
    }

    /** To be called by the thread that gives the task away, before it does. */
    public void issue() {
        state.set(ISSUED);
    }

    /** Does the work if it is the current thread's to do. */
    @Override
    public void run() {
        if (state.compareAndSet(ISSUED, STARTED)) {
            Runnable mine = work;
            work = null;
            mine.run();
        }
    }

    /** Whether the call had not begun, and now never will. */
    public boolean withdraw() {
        boolean withdrawn = state.compareAndSet(ISSUED, WITHDRAWN);
        if (withdrawn) {
            work = null;
        }
        return withdrawn;
    }

    /** The answer is about to be sent, by who has the right. Returns whether that is new. */
    public boolean answer() {
        boolean first = state.getPlain() != ANSWERING;
        // Before the store that publishes the answer: whoever has the answer does not see the call any more.
        state.setRelease(ANSWERING);
        return first;
    }

    /** Any thread. */
    public boolean isAnswering() {
        return state.get() == ANSWERING;
    }

    /** Whether it has neither been begun nor withdrawn. */
    public boolean isIssued() {
        return state.get() == ISSUED;
    }

    private boolean isWithdrawn() {
        return state.get() == WITHDRAWN;
    }

    /** Takes the task, which has been withdrawn, out of the executor's queue where that can be done. May take long. */
    public void unqueue(Executor executor) {
        if (executor instanceof ThreadPoolExecutor pool) {
            pool.remove(this);
        }
    }

    /** As {@link #unqueue}, for all that have been withdrawn: looks at each task once, however many are. */
    public static void unqueueWithdrawn(Executor executor) {
        if (executor instanceof ThreadPoolExecutor pool) {
            pool.getQueue().removeIf(task -> task instanceof Ticket ticket && ticket.isWithdrawn());
        }
    }
}
