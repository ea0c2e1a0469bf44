// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.dispatch;

import io.nearcall.internal.reference.MethodPace;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Completes the futures of a lane, and so runs what depends on them. Does so on one thread, one after the other, as
 * long as that takes no time.
 */
public final class Completions {

    /* A thread for each completion would mean a wake-up for each, which costs fifty times what the call does. So one
     * thread, the worker, completes what has come while it was at work. Dependents are user code. They may block, even
     * for what another future behind them brings. If the lane's receiver sees the worker at the same completion twice,
     * the others get threads of their own. So do the next ones that come, for some time (MethodPace). The worker leaves
     * when that completion returns.
     *
     * worker is the object that takes from the queue; if null, nobody does. A worker that finds nothing steps down,
     * then looks again. Either it sees what was added meanwhile, or whoever has added it sees that there is no
     * worker. */

    /** There is nothing to look at. */
    public static final long NO_LOOK = -1;

    private static final long LOOK_NS = 1_000_000;
    private static final long LONG_LOOK_NS = 5_000_000;

    private final Executor threads;
    private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
    private final AtomicReference<Worker> worker = new AtomicReference<>();
    private final MethodPace pace = new MethodPace();
    private volatile boolean dispersed;

    // For the receiver.
    private Worker seen;
    private long seenBegun;
    private long seenNs;

    /** @param threads runs each task at once, on a thread that has nothing else to do */
    public Completions(Executor threads) {
        this.threads = threads;
    }

    /** Has a future completed soon, on another thread unless none can be had. Any thread. */
    public void add(Runnable completion) {
        if (dispersed || pace.takesApart()) {
            RuntimeThreads.executeOrRun(threads, completion);
            return;
        }
        queue.add(completion);
        if (worker.get() == null) {
            appoint();
        }
        if (dispersed) { // after the add. Partner: disperse(), which has either seen it or left it to us
            disperse();
        }
    }

    /**
     * Gives the rest to other threads if the worker is held up. On the receiver's thread, and after each {@link #add}
     * before that thread sleeps.
     *
     * @return how long the thread may sleep until it looks again; {@link #NO_LOOK} if it need not
     */
    public long look(long nowNs) {
        Worker current = worker.get();
        if (current == null || queue.isEmpty()) {
            return NO_LOOK;
        }
        long begun = current.begun;
        if (current != seen || begun != seenBegun) {
            seen = current;
            seenBegun = begun;
            seenNs = nowNs;
        } else if (begun != 0 && nowNs - seenNs >= (current.isWaiting() ? LOOK_NS : LONG_LOOK_NS)) {
            // A worker that has not begun has no CPU, and other threads would have none either.
            pace.heldUp();
            if (worker.compareAndSet(current, null)) {
                scatter();
            }
        }
        return LOOK_NS;
    }

    private void appoint() {
        Worker next = new Worker();
        if (worker.compareAndSet(null, next)) {
            RuntimeThreads.executeOrRun(threads, next);
        }
    }

    private void scatter() {
        Runnable left;
        while ((left = queue.poll()) != null) {
            RuntimeThreads.executeOrRun(threads, left);
        }
    }

    /**
     * Nobody looks any more. What is left, and what is added from now on, gets threads of its own. Any thread;
     * repeatable.
     */
    public void disperse() {
        dispersed = true;
        scatter();
    }

    /** Takes from the queue until it is empty, or until another worker does. */
    private final class Worker implements Runnable {
        private final Thread appointer = Thread.currentThread();
        private volatile Thread thread;
        private volatile long begun;

        /** Whether the thread waits. A thread that computes may as well have lost its CPU. */
        boolean isWaiting() {
            return thread.getState() != Thread.State.RUNNABLE;
        }

        @Override
        public void run() {
            thread = Thread.currentThread();
            long sinceNs = System.nanoTime();
            while (worker.get() == this) {
                Runnable completion = queue.poll();
                if (completion == null) {
                    if (!worker.compareAndSet(this, null) || queue.isEmpty() || !worker.compareAndSet(null, this)) {
                        return;
                    }
                    continue;
                }
                begun++;
                boolean completed = false;
                try {
                    completion.run();
                    completed = true;
                } finally {
                    if (!completed && worker.compareAndSet(this, null)) { // the thread deals with what was thrown
                        appoint();
                    }
                }
                if (thread != appointer) {
                    Thread.interrupted(); // a dependent's interrupt must not reach the next one
                }
                long nowNs = System.nanoTime();
                pace.took(nowNs - sinceNs);
                sinceNs = nowNs;
            }
        }
    }
}
