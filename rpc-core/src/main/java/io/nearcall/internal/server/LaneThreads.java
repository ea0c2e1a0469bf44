// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.server;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** An endpoint's threads for lanes: one for each lane that is attended to, kept a while for the next. */
public final class LaneThreads implements Executor, AutoCloseable {

    private static final long KEEP_ALIVE_S = 5;

    private final ThreadPoolExecutor pool;

    /** No threads yet; those to come are daemons named after the endpoint. */
    public LaneThreads(String endpointName) {
        AtomicInteger count = new AtomicInteger();
        // No limit here: there are as many tasks as lanes, and the lanes are limited.
        pool = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                KEEP_ALIVE_S,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                task -> new LaneThread(task, "nearcall-lane-" + endpointName + "-" + count.incrementAndGet()));
    }

    @Override
    public void execute(Runnable task) {
        pool.execute(task);
    }

    /** Lets the threads end as they become free. Does not wait. */
    @Override
    public void close() {
        pool.shutdown();
    }

    /** Waits until all threads have ended; returns whether they have. */
    public boolean awaitEnd(long timeoutNs) throws InterruptedException {
        return pool.awaitTermination(timeoutNs, TimeUnit.NANOSECONDS);
    }
}
