// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits within a given time for something for which the kernel wakes nobody, by looking again and again. It looks first
 * between yields, then between sleeps of 20 us up to an eighth of the time that has passed, at most 2 ms. Confined to
 * one wait at a time.
 */
final class Patience {

    /* msgrcv and msgsnd wait without an end, and an interrupt of Java's does not reach them. A sleep in proportion to
     * the wait keeps two things small: the delay until a message is seen, and the number of vain looks. An idle reader
     * looks 500 times a second, and each time costs about the CPU time of a look. */

    private static final int YIELDS = 50;
    private static final long SHORTEST_SLEEP_NS = 20_000;
    private static final long LONGEST_SLEEP_NS = 2_000_000;
    private static final int PART_OF_WAIT = 8;

    private static final long FOREVER_NS = Long.MAX_VALUE / 2;

    private final long limitNs;
    private long startNs;
    private int pauses;

    private Patience(long limitNs) {
        this.limitNs = limitNs;
    }

    static Patience forever() {
        return new Patience(FOREVER_NS);
    }

    static Patience of(Duration limit) {
        boolean endless = limit.compareTo(Duration.ofNanos(FOREVER_NS)) > 0;
        return new Patience(endless ? FOREVER_NS : Math.max(0, limit.toNanos()));
    }

    /** Prepares this object for another wait. */
    void restart() {
        pauses = 0;
    }

    /**
     * Returns the time that is left, in nanoseconds, at most {@code atMostNs}.
     *
     * @throws InterruptedException if the thread is interrupted, before or meanwhile
     */
    long leftNs(long atMostNs) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        long nowNs = System.nanoTime();
        if (pauses == 0) {
            startNs = nowNs;
        }
        pauses = Math.min(pauses, YIELDS) + 1; // higher numbers make no difference
        return Math.min(atMostNs, limitNs - (nowNs - startNs));
    }

    /** Lets some time pass. Returns false if the time is over. Throws as above. */
    boolean pause() throws InterruptedException {
        if (leftNs(1) <= 0) {
            return false;
        }
        if (pauses <= YIELDS) {
            Thread.yield();
        } else {
            long waitedNs = System.nanoTime() - startNs;
            long sleepNs = Math.max(SHORTEST_SLEEP_NS, Math.min(LONGEST_SLEEP_NS, waitedNs / PART_OF_WAIT));
            LockSupport.parkNanos(Math.min(sleepNs, Math.max(1, limitNs - waitedNs)));
        }
        return true;
    }
}
