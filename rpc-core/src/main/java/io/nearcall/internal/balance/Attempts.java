// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.balance;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;

/**
 * When a client tries to reach a place that it cannot call: one attempt at a time, and longer and longer pauses between
 * them. The pauses are random, so that the clients of a server that was lost do not all come back at the same moment. Any
 * thread.
 */
public final class Attempts {

    /** The longest that an attempt may take. */
    public static final long LONGEST_NS = 5_000_000_000L;

    private static final long FIRST_PAUSE_NS = 100_000_000;
    private static final long LONGEST_PAUSE_NS = 1_000_000_000;

    private final AtomicBoolean running = new AtomicBoolean();
    private volatile long nextNs;
    private long pauseNs = FIRST_PAUSE_NS; // of whoever runs the attempt

    /** The first attempt is due at once. */
    public Attempts(long nowNs) {
        this.nextNs = nowNs;
    }

    /** Returns whether the caller is to make an attempt now. If so, it must call {@link #end} or {@link #giveUp}. */
    public boolean begin(long nowNs) {
        return nowNs - nextNs >= 0 && running.compareAndSet(false, true);
    }

    public boolean isRunning() {
        return running.get();
    }

    /** The attempt has ended. @param reached whether calls can be made there now */
    public void end(boolean reached, long nowNs, RandomGenerator random) {
        if (reached) {
            pauseNs = FIRST_PAUSE_NS;
        }
        nextNs = nowNs + pauseNs / 2 + random.nextLong(pauseNs);
        if (!reached) {
            pauseNs = Math.min(2 * pauseNs, LONGEST_PAUSE_NS);
        }
        running.set(false);
    }

    /** The attempt could not be made. */
    public void giveUp() {
        running.set(false);
    }
}
