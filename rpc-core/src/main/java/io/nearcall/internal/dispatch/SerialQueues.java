// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.dispatch;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Runs calls on an executor, and those of one queue one after the other. Only the lane's thread brings calls. A queue
 * without calls takes no memory.
 */
public final class SerialQueues {

    /** Calls of one queue that run before others get their turn on that thread. */
    private static final int CALLS_IN_A_ROW = 32;

    private final Executor executor;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Integer, SerialQueue> queues = new HashMap<>(); // guarded by lock, as are their calls

    public SerialQueues(Executor executor) {
        this.executor = executor;
    }

    /**
     * Runs the call after those of its queue that were brought before.
     *
     * @throws RuntimeException or an error that the executor has thrown: the call may be brought again
     */
    public void execute(int number, Ticket call) {
        SerialQueue queue;
        Task task;
        lock.lock();
        try {
            queue = queues.computeIfAbsent(number, SerialQueue::new);
            queue.calls.add(call);
            if (queue.task != null) {
                return;
            }
            task = new Task(queue);
        } finally {
            lock.unlock();
        }
        try {
            executor.execute(task.ticket);
        } catch (Throwable e) {
            if (task.ticket.withdraw()) { // otherwise the executor throws, but runs the task nevertheless
                takeBack(queue, call);
                throw e;
            }
        }
    }

    /** Whether there are calls of that queue that have not been run. */
    public boolean isBusy(int number) {
        lock.lock();
        try {
            return queues.containsKey(number);
        } finally {
            lock.unlock();
        }
    }

    /** Runs the call after those of its queue, or without an order if there are none. Throws as above. */
    public void executeBehind(int number, Ticket call) {
        if (isBusy(number)) {
            execute(number, call); // if the queue has ended meanwhile, a needless order does no harm
        } else {
            executor.execute(call);
        }
    }

    /** The calls behind a call that runs, each with the thread that runs that call. */
    public Map<Ticket, Thread> waiting() {
        Map<Ticket, Thread> waiting = new IdentityHashMap<>();
        lock.lock();
        try {
            for (SerialQueue queue : queues.values()) {
                if (queue.runner != null) {
                    queue.calls.forEach(call -> waiting.put(call, queue.runner));
                }
            }
        } finally {
            lock.unlock();
        }
        return waiting;
    }

    /** Takes out a call that has been withdrawn, so nobody can fill a queue with such calls. */
    public void forget(int number, Ticket call) {
        Task unneeded = null;
        lock.lock();
        try {
            SerialQueue queue = queues.get(number);
            if (queue != null && queue.calls.remove(call) && queue.calls.isEmpty()) {
                if (queue.task == null) {
                    queues.remove(number, queue);
                } else if (queue.task.ticket.withdraw()) {
                    unneeded = queue.task;
                    queues.remove(number, queue);
                }
            }
        } finally {
            lock.unlock();
        }
        if (unneeded != null) {
            unneeded.ticket.unqueue(executor);
        }
    }

    /** All calls that had not begun have been withdrawn: the tasks that would run them need not come any more. */
    public void withdraw() {
        lock.lock();
        try {
            queues.values().removeIf(queue -> queue.task != null && queue.task.ticket.withdraw());
        } finally {
            lock.unlock();
        }
    }

    /** The executor has not taken the task that was to run the call. */
    private void takeBack(SerialQueue queue, Ticket call) {
        lock.lock();
        try {
            queue.calls.remove(call);
            queue.task = null;
            if (queue.calls.isEmpty()) {
                queues.remove(queue.number, queue);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The next call. If there is none, returns null, and the queue ends. */
    private Ticket next(SerialQueue queue) {
        lock.lock();
        try {
            Ticket call = queue.calls.poll();
            if (call == null) {
                queues.remove(queue.number, queue);
            }
            return call;
        } finally {
            lock.unlock();
        }
    }

    private void run(SerialQueue queue) {
        try {
            boolean over = false;
            while (!over) {
                queue.runner = Thread.currentThread();
                over = runSome(queue) || handOver(queue);
            }
        } catch (Throwable e) {
            forsake(queue);
            throw e;
        }
    }

    /** Whether the queue has ended. */
    private boolean runSome(SerialQueue queue) {
        for (int i = 0; i < CALLS_IN_A_ROW; i++) {
            Ticket call = next(queue);
            if (call == null) {
                return true;
            }
            call.run();
        }
        return false;
    }

    /** Gives the queue another task. Returns false if the current thread must go on with the queue. */
    private boolean handOver(SerialQueue queue) {
        queue.runner = null;
        Task task;
        lock.lock();
        try {
            task = new Task(queue);
        } finally {
            lock.unlock();
        }
        return isTaken(task);
    }

    /** Gives the executor a task. Returns false if it does not run the task, or would run it within this one. */
    private boolean isTaken(Task task) {
        task.handing = Thread.currentThread();
        try {
            executor.execute(task.ticket);
            return !task.cameBack;
        } catch (Throwable e) { // whatever an application's executor throws
            return !task.cameBack && !task.ticket.withdraw();
        } finally {
            task.handing = null;
        }
    }

    /** A thread leaves the queue unexpectedly, by an exception: another goes on, at the latest with the next call. */
    private void forsake(SerialQueue queue) {
        queue.runner = null;
        Task task;
        lock.lock();
        try {
            queue.task = null;
            if (queue.calls.isEmpty()) {
                queues.remove(queue.number, queue);
                return;
            }
            task = new Task(queue);
        } finally {
            lock.unlock();
        }
        if (!isTaken(task)) {
            lock.lock();
            try {
                queue.task = null;
            } finally {
                lock.unlock();
            }
        }
    }

    /** Calls that are run one after the other. */
    private static final class SerialQueue {
        final int number;
        final Queue<Ticket> calls = new ArrayDeque<>();
        volatile Thread runner; // null while none runs its calls, or the queue has ended
        Task task; // guarded by lock; null if nobody runs the queue, nor ever will without a new task

        SerialQueue(int number) {
            this.number = number;
        }
    }

    /** A task of the executor. A queue has one at a time. */
    private final class Task {
        final Ticket ticket = new Ticket(this::run);
        private final SerialQueue queue;
        private Thread handing; // a thread that reads it looks for itself only, and so finds what it has written
        private boolean cameBack; // used by that thread only

        /** Under the lock. */
        Task(SerialQueue queue) {
            this.queue = queue;
            queue.task = this;
            ticket.issue();
        }

        private void run() {
            if (handing == Thread.currentThread()) {
                cameBack = true; // the executor runs tasks on the thread that brings them: that must not nest
            } else {
                SerialQueues.this.run(queue);
            }
        }
    }
}
