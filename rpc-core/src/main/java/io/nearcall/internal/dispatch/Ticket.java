// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.dispatch;

import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The task that an executor is given for a call, and the right to run the call. The right is taken once: by the thread
 * that begins the call, or by whoever withdraws it. So an executor may reject a task, lose it, run it twice, or run it
 * when the call has long been given up.
 */
public final class Ticket implements Runnable {

    private static final int ISSUED = 0;
    private static final int STARTED = 1;
    private static final int WITHDRAWN = 2;
    private static final int ANSWERING = 3;

    /* The compare-and-sets order two things: what the lane's thread wrote before it gave the task away comes before
     * what the winner does.
     *
     * An executor may keep a task for as long as it likes. A task that has been withdrawn refers to nothing, so it
     * keeps neither the call nor the connection. */
    private final AtomicInteger state = new AtomicInteger(WITHDRAWN);
    private Runnable work; // for whoever has the right

    public Ticket(Runnable work) {
        this.work = work;
    }

    /** Must be called by the thread that gives the task away, before it does so. */
    public void issue() {
        state.set(ISSUED);
    }

    /** Does the work, if the current thread gets the right to it. */
    @Override
    public void run() {
        if (state.compareAndSet(ISSUED, STARTED)) {
            Runnable mine = work;
            work = null;
            mine.run();
        }
    }

    /** Withdraws the call. Returns whether it had not begun, and now never will. */
    public boolean withdraw() {
        boolean withdrawn = state.compareAndSet(ISSUED, WITHDRAWN);
        if (withdrawn) {
            work = null;
        }
        return withdrawn;
    }

    /** Whoever has the right is about to send the answer. Returns whether that is new. */
    public boolean answer() {
        boolean first = state.getPlain() != ANSWERING;
        // Before the store that publishes the answer: whoever has the answer no longer sees the call.
        state.setRelease(ANSWERING);
        return first;
    }

    /** Any thread. */
    public boolean isAnswering() {
        return state.get() == ANSWERING;
    }

    /** Whether the call has neither been begun nor withdrawn. */
    public boolean isIssued() {
        return state.get() == ISSUED;
    }

    private boolean isWithdrawn() {
        return state.get() == WITHDRAWN;
    }

    /** Takes the task, which has been withdrawn, out of the executor's queue if that is possible. May take long. */
    public void unqueue(Executor executor) {
        if (executor instanceof ThreadPoolExecutor pool) {
            pool.remove(this);
        }
    }

    /** As {@link #unqueue}, for all withdrawn tasks: looks at each task once, however many are withdrawn. */
    public static void unqueueWithdrawn(Executor executor) {
        if (executor instanceof ThreadPoolExecutor pool) {
            pool.getQueue().removeIf(task -> task instanceof Ticket ticket && ticket.isWithdrawn());
        }
    }
}
