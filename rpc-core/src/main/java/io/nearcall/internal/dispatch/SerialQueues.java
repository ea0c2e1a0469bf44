// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.dispatch;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Runs calls on an executor, those of one strand one after the other. Only the lane's thread brings calls; a strand that
 * has none takes no memory.
 */
public final class SerialQueues {

    /** Calls of one strand that are run before others get their turn on that thread. */
    private static final int CALLS_IN_A_ROW = 32;

    private final Executor executor;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Integer, Strand> strands = new HashMap<>(); // guarded by lock, as are their queues

    public SerialQueues(Executor executor) {
        this.executor = executor;
    }

    /**
     * Runs the call after those of its strand that were brought before.
     *
     * @throws RuntimeException or an error that the executor has thrown: the call may be brought again
     */
    public void execute(int number, Ticket call) {
        Strand strand;
        Turn turn;
        lock.lock();
        try {
            strand = strands.computeIfAbsent(number, Strand::new);
            strand.queue.add(call);
            if (strand.turn != null) {
                return;
            }
            turn = new Turn(strand);
        } finally {
            lock.unlock();
        }
        try {
            executor.execute(turn.ticket);
        } catch (Throwable e) {
            if (turn.ticket.withdraw()) { // or else it throws, and runs the task all the same
                takeBack(strand, call);
                throw e;
            }
        }
    }

    /** Whether there are calls of that strand that have not been run. */
    public boolean isBusy(int number) {
        lock.lock();
        try {
            return strands.containsKey(number);
        } finally {
            lock.unlock();
        }
    }

    /** Runs the call after those of its strand, and if there are none without an order. Throws as above. */
    public void executeBehind(int number, Ticket call) {
        if (isBusy(number)) {
            execute(number, call); // if the strand has ended meanwhile, an order too many does no harm
        } else {
            executor.execute(call);
        }
    }

    /** Takes out a call that has been withdrawn, so that nobody can fill a strand with such. */
    public void forget(int number, Ticket call) {
        Turn unneeded = null;
        lock.lock();
        try {
            Strand strand = strands.get(number);
            if (strand != null && strand.queue.remove(call) && strand.queue.isEmpty()) {
                if (strand.turn == null) {
                    strands.remove(number, strand);
                } else if (strand.turn.ticket.withdraw()) {
                    unneeded = strand.turn;
                    strands.remove(number, strand);
                }
            }
        } finally {
            lock.unlock();
        }
        if (unneeded != null) {
            unneeded.ticket.unqueue(executor);
        }
    }

    /** All calls that had not begun have been withdrawn: whoever would run them need not come any more. */
    public void withdraw() {
        lock.lock();
        try {
            strands.values().removeIf(strand -> strand.turn != null && strand.turn.ticket.withdraw());
        } finally {
            lock.unlock();
        }
    }

    /** The executor has not taken the turn that was to run the call. */
    private void takeBack(Strand strand, Ticket call) {
        lock.lock();
        try {
            strand.queue.remove(call);
            strand.turn = null;
            if (strand.queue.isEmpty()) {
                strands.remove(strand.number, strand);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The next call, or null if there is none, and then the strand ends. */
    private Ticket next(Strand strand) {
        lock.lock();
        try {
            Ticket call = strand.queue.poll();
            if (call == null) {
                strands.remove(strand.number, strand);
            }
            return call;
        } finally {
            lock.unlock();
        }
    }

    private void run(Strand strand) {
        try {
            boolean over = false;
            while (!over) {
                over = runSome(strand) || handOver(strand);
            }
        } catch (Throwable e) {
            forsake(strand);
            throw e;
        }
    }

    /** Whether the strand has ended. */
    private boolean runSome(Strand strand) {
        for (int i = 0; i < CALLS_IN_A_ROW; i++) {
            Ticket call = next(strand);
            if (call == null) {
                return true;
            }
            call.run();
        }
        return false;
    }

    /** Gives the strand another turn; false if the current thread has to go on with it. */
    private boolean handOver(Strand strand) {
        Turn turn;
        lock.lock();
        try {
            turn = new Turn(strand);
        } finally {
            lock.unlock();
        }
        turn.handing = Thread.currentThread();
        try {
            executor.execute(turn.ticket);
            return !turn.cameBack;
        } catch (Throwable e) { // whatever an application's executor throws: then this thread goes on
            return !turn.cameBack && !turn.ticket.withdraw();
        } finally {
            turn.handing = null;
        }
    }

    /** A thread leaves the strand by something that nobody expected: another goes on, at the latest with the next call. */
    private void forsake(Strand strand) {
        Turn turn;
        lock.lock();
        try {
            strand.turn = null;
            if (strand.queue.isEmpty()) {
                strands.remove(strand.number, strand);
                return;
            }
            turn = new Turn(strand);
        } finally {
            lock.unlock();
        }
        turn.handing = Thread.currentThread();
        boolean taken = false;
        try {
            executor.execute(turn.ticket);
            taken = !turn.cameBack;
        } finally {
            turn.handing = null;
            if (!taken && (turn.cameBack || turn.ticket.withdraw())) {
                lock.lock();
                try {
                    strand.turn = null;
                } finally {
                    lock.unlock();
                }
            }
        }
    }

    /** Calls that are run one after the other. */
    private static final class Strand {
        final int number;
        final Queue<Ticket> queue = new ArrayDeque<>();
        Turn turn; // guarded by lock; null if nobody runs the strand, nor ever will without being told

        Strand(int number) {
            this.number = number;
        }
    }

    /** A task of the executor. A strand has one at a time. */
    private final class Turn {
        final Ticket ticket = new Ticket(this::run);
        private final Strand strand;
        private Thread handing; // whoever reads it looks for itself, and so finds what it has written
        private boolean cameBack; // that thread's

        /** Under the lock. */
        Turn(Strand strand) {
            this.strand = strand;
            strand.turn = this;
            ticket.issue();
        }

        private void run() {
            if (handing == Thread.currentThread()) {
                cameBack = true; // the executor runs tasks on the thread that brings them: that must not nest
            } else {
                SerialQueues.this.run(strand);
            }
        }
    }
}
