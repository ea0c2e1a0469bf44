// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.dispatch;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs tasks on a few threads at a time, beginning them in the order in which they came. Any thread. */
public final class FewThreads implements Executor {

    /* working is how many threads take from the queue, or are on their way to it. A thread that finds nothing leaves,
     * then looks again. Either it sees what was added meanwhile, or whoever has added it sees that there is room for a
     * thread. */

    private final Executor threads;
    private final int most;
    private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger working = new AtomicInteger();

    /** @param threads runs each task at once, on a thread that has nothing else to do */
    public FewThreads(Executor threads, int most) {
        this.threads = threads;
        this.most = most;
    }

    /**
     * Runs the task soon. Does not wait.
     *
     * @throws RuntimeException or an error if no thread can be had; the task is then run with the next one
     */
    @Override
    public void execute(Runnable task) {
        queue.add(task);
        work();
    }

    private void work() {
        if (tryEnter()) {
            start();
        }
    }

    private boolean tryEnter() {
        int count =
                working.get(); // after the add. Partner: the decrement in staysForMore(), before the look at the queue
        while (count < most) {
            if (working.compareAndSet(count, count + 1)) {
                return true;
            }
            count = working.get();
        }
        return false;
    }

    private void start() {
        boolean[] entered = new boolean[1];
        try {
            Thread starter = Thread.currentThread();
            threads.execute(() -> {
                entered[0] = true;
                run(starter);
            });
        } catch (Throwable e) {
            if (!entered[0]) { // otherwise a task has thrown on this thread, and run() has counted down
                working.decrementAndGet();
            }
            throw e;
        }
    }

    private void run(Thread starter) {
        boolean failed = true;
        try {
            do {
                runAll(starter);
            } while (staysForMore());
            failed = false;
        } finally { // the thread deals with what a task throws
            if (failed) {
                working.decrementAndGet();
                if (!queue.isEmpty()) {
                    work();
                }
            }
        }
    }

    private void runAll(Thread starter) {
        Runnable task = queue.poll();
        while (task != null) {
            task.run();
            if (Thread.currentThread() != starter) {
                Thread.interrupted(); // this task's interrupt must not reach the next one
            }
            task = queue.poll();
        }
    }

    /** Leaves, unless a task has been added meanwhile and there is room for this thread. */
    private boolean staysForMore() {
        working.decrementAndGet(); // before the look. Partner: tryEnter(), after the add
        return !queue.isEmpty() && tryEnter();
    }
}
