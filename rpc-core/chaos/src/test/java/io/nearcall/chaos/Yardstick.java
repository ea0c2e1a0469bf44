// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import java.util.concurrent.locks.LockSupport;

/** Sleeps for a millisecond again and again, and measures how late this machine wakes a thread that only sleeps. */
public final class Yardstick implements AutoCloseable {

    private static final long NAP_NS = 1_000_000;

    private final Thread sleeper = new Thread(this::run, "yardstick");
    private volatile long worstNs;
    private volatile long napStartNs = System.nanoTime();
    private volatile boolean closed;

    public Yardstick() {
        sleeper.setDaemon(true);
        sleeper.start();
    }

    private void run() {
        while (!closed) {
            long startNs = System.nanoTime();
            napStartNs = startNs;
            LockSupport.parkNanos(NAP_NS);
            worstNs = Math.max(worstNs, System.nanoTime() - startNs - NAP_NS);
        }
    }

    /** Begins a new measurement. */
    public void reset() {
        worstNs = 0;
    }

    /** The worst oversleep since then, the nap in progress included. */
    public long worstNs() {
        return Math.max(worstNs, System.nanoTime() - napStartNs - NAP_NS);
    }

    @Override
    public void close() {
        closed = true;
    }
}
