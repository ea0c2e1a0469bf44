// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.server;

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
final class Strands {

    /** Calls of one strand that are run before others get their turn on that thread. */
    private static final int CALLS_IN_A_ROW = 32;

    private final Executor executor;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Integer, Strand> strands = new HashMap<>(); // guarded by lock, as are their queues

    Strands(Executor executor) {
        this.executor = executor;
    }

    /**
     * Runs the call after those of its strand that were brought before.
     *
     * @throws RuntimeException or an error that the executor has thrown: the call may be brought again
     */
    void execute(int number, SharedCall call) {
        Strand strand;
        lock.lock();
        try {
            Strand existing = strands.get(number);
            if (existing != null) {
                existing.queue.add(call);
                return;
            }
            strand = new Strand(number);
            strand.queue.add(call);
            strands.put(number, strand);
        } finally {
            lock.unlock();
        }
        Turn turn = new Turn(strand);
        turn.ticket.issue();
        try {
            executor.execute(turn);
        } catch (Throwable e) {
            if (turn.ticket.withdraw()) { // or else it throws, and runs the task all the same
                remove(strand);
                throw e;
            }
        }
    }

    /** Runs the call after those of its strand, and if there are none without an order. Throws as above. */
    void executeBehind(int number, SharedCall call) {
        lock.lock();
        try {
            Strand existing = strands.get(number);
            if (existing != null) {
                existing.queue.add(call);
                return;
            }
        } finally {
            lock.unlock();
        }
        executor.execute(call);
    }

    /** Takes out a call that has been withdrawn, so that nobody can fill a strand with such. */
    void forget(int number, SharedCall call) {
        lock.lock();
        try {
            Strand strand = strands.get(number);
            if (strand != null) {
                strand.queue.remove(call);
            }
        } finally {
            lock.unlock();
        }
    }

    private void remove(Strand strand) {
        lock.lock();
        try {
            strands.remove(strand.number, strand);
        } finally {
            lock.unlock();
        }
    }

    /** The next call, or null if there is none, and then the strand ends. */
    private SharedCall next(Strand strand) {
        lock.lock();
        try {
            SharedCall call = strand.queue.poll();
            if (call == null) {
                strands.remove(strand.number, strand);
            }
            return call;
        } finally {
            lock.unlock();
        }
    }

    private void run(Strand strand) {
        while (true) {
            for (int i = 0; i < CALLS_IN_A_ROW; i++) {
                SharedCall call = next(strand);
                if (call == null) {
                    return;
                }
                call.run();
            }
            Turn turn = new Turn(strand);
            turn.ticket.issue();
            try {
                executor.execute(turn);
                return;
            } catch (Throwable e) { // whatever an application's executor throws: then this thread goes on
                if (!turn.ticket.withdraw()) {
                    return;
                }
            }
        }
    }

    private static final class Strand {
        final int number;
        final Queue<SharedCall> queue = new ArrayDeque<>();

        Strand(int number) {
            this.number = number;
        }
    }

    /** A task of the executor. A strand has one at a time. */
    private final class Turn implements Runnable {
        final Ticket ticket = new Ticket();
        private final Strand strand;

        Turn(Strand strand) {
            this.strand = strand;
        }

        @Override
        public void run() {
            if (ticket.start()) {
                Strands.this.run(strand);
            }
        }
    }
}
