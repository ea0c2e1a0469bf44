// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import io.nearcall.internal.reference.MethodPace;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Completes the futures of a lane, and so runs what depends on them: one after the other on one thread, as long as that takes
 * no time.
 */
final class Completions {

    /* A thread for each completion is a wake-up for each, which costs fifty times what the call does. So one thread, the
     * worker, completes what has come while it was at it. Dependents are user code, which may block, even for what another
     * future behind it brings: a worker that the lane's receiver sees at the same completion twice is replaced, and leaves
     * when that has ended. Once they have taken long, the next completions get threads of their own (MethodPace).
     *
     * worker is who takes from the queue; null: nobody does. A worker that finds nothing steps down, then looks again: either
     * it sees what was added meanwhile, or who has added it sees that there is no worker. */

    /** There is nothing to look at. */
    static final long NO_LOOK = -1;

    private static final long LOOK_NS = 1_000_000;

    private final Executor threads;
    private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
    private final AtomicReference<Worker> worker = new AtomicReference<>();
    private final MethodPace pace = new MethodPace();
    private volatile boolean dispersed;

    // The receiver's.
    private Worker seen;
    private long seenBegun;
    private long seenNs;

    /** @param threads runs each task at once, on a thread that has nothing else to do */
    Completions(Executor threads) {
        this.threads = threads;
    }

    /** Has a future completed soon, on another thread unless none can be had. Any thread. */
    void add(Runnable completion) {
        if (dispersed || pace.takesApart()) {
            execute(completion);
            return;
        }
        queue.add(completion);
        if (worker.get() == null) {
            replace(null);
        }
        if (dispersed) { // after the add. Partner: disperse(), which has either seen it or left it to us
            disperse();
        }
    }

    /**
     * Replaces a worker that is held up. On the receiver's thread, and after each {@link #add} before it sleeps.
     *
     * @return how long it may sleep until it looks again; {@link #NO_LOOK} if it need not
     */
    long look(long nowNs) {
        Worker current = worker.get();
        if (current == null || queue.isEmpty()) {
            return NO_LOOK;
        }
        long begun = current.begun;
        if (current != seen || begun != seenBegun) {
            seen = current;
            seenBegun = begun;
            seenNs = nowNs;
        } else if (nowNs - seenNs >= LOOK_NS) {
            pace.heldUp();
            replace(current);
        }
        return LOOK_NS;
    }

    private void replace(Worker former) {
        Worker next = new Worker();
        if (worker.compareAndSet(former, next)) {
            execute(next);
        }
    }

    /** Nobody will look any more: what is left, and what is added from now on, gets threads of its own. Any thread; repeatable. */
    void disperse() {
        dispersed = true;
        Runnable left;
        while ((left = queue.poll()) != null) {
            execute(left);
        }
    }

    private void execute(Runnable task) {
        try {
            threads.execute(task);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            task.run(); // the endpoint is closed, or no thread can be had: better here than never
        }
    }

    /** Takes from the queue until it is empty, or somebody else does. */
    private final class Worker implements Runnable {
        private volatile long begun;

        @Override
        public void run() {
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
                    if (!completed) {
                        replace(this); // what was thrown is the thread's affair
                    }
                }
                Thread.interrupted(); // a dependent's, not the next one's
                long nowNs = System.nanoTime();
                pace.took(nowNs - sinceNs);
                sinceNs = nowNs;
            }
        }
    }
}
