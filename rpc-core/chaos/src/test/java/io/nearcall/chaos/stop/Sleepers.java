// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.stop;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/** As many threads as call, with the shortest of their deadlines, which do nothing but sleep: how late they wake. */
public final class Sleepers implements AutoCloseable {

    private static final long NAP_NS = 50_000_000;
    private static final long LIMIT_NS = 50_000_000;

    private final AtomicLongArray napStartsNs;
    private final AtomicLong worstNs = new AtomicLong();
    private final AtomicLong naps = new AtomicLong();
    private final AtomicLong lateNaps = new AtomicLong();
    private volatile boolean closed;

    public Sleepers(int threads) {
        napStartsNs = new AtomicLongArray(threads);
        for (int i = 0; i < threads; i++) {
            int number = i;
            napStartsNs.set(i, System.nanoTime());
            Thread thread = new Thread(() -> sleep(number), "sleeper");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void sleep(int number) {
        while (!closed) {
            long startNs = System.nanoTime();
            napStartsNs.set(number, startNs);
            LockSupport.parkNanos(NAP_NS);
            long oversleepNs = System.nanoTime() - startNs - NAP_NS;
            worstNs.accumulateAndGet(oversleepNs, Math::max);
            naps.incrementAndGet();
            if (oversleepNs > LIMIT_NS) {
                lateNaps.incrementAndGet();
            }
        }
    }

    /** Begins a new measurement of the worst. */
    public void reset() {
        worstNs.set(0);
    }

    /** The worst oversleep since then, naps in progress included. */
    public long worstNs() {
        long worst = worstNs.get();
        long nowNs = System.nanoTime();
        for (int i = 0; i < napStartsNs.length(); i++) {
            worst = Math.max(worst, nowNs - napStartsNs.get(i) - NAP_NS);
        }
        return worst;
    }

    /** The part of all naps that ended more than 50 ms late. */
    double lateShare() {
        return (double) lateNaps.get() / Math.max(1, naps.get());
    }

    @Override
    public void close() {
        closed = true;
    }
}
