// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.dispatch;

import io.nearcall.EndpointClosedException;
import io.nearcall.Outcome;
import io.nearcall.TransportException;
import io.nearcall.internal.call.LaneThread;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An endpoint's threads for lanes: one for each lane that is attended to. Each thread is kept a while for the next
 * lane.
 */
public final class LaneThreads implements Executor, AutoCloseable {

    private static final long KEEP_ALIVE_S = 5;

    private final String endpointName;
    private final ThreadPoolExecutor pool;

    /** A pool without threads yet. Its threads will be daemons named after the endpoint. */
    public LaneThreads(String endpointName) {
        this.endpointName = endpointName;
        AtomicInteger count = new AtomicInteger();
        // No limit here: there are as many tasks as lanes, and the lanes are limited.
        pool =
                new ThreadPoolExecutor(
                        0,
                        Integer.MAX_VALUE,
                        KEEP_ALIVE_S,
                        TimeUnit.SECONDS,
                        new SynchronousQueue<>(),
                        task -> RuntimeThreads.neutral(() -> new LaneThread(
                                task, "nearcall-lane-" + endpointName + "-" + count.incrementAndGet()))) {

                    /**
                     * The lane remembers its last thread, which must not keep the class loader of the object called
                     * last.
                     */
                    @Override
                    protected void afterExecute(Runnable task, Throwable thrown) {
                        Thread.currentThread().setContextClassLoader(LaneThreads.class.getClassLoader());
                    }
                };
    }

    /**
     * As in {@link Executor}.
     *
     * @throws TransportException if the system has no thread left
     * @throws EndpointClosedException if {@link #close()} came first
     */
    @Override
    public void execute(Runnable task) {
        try {
            pool.execute(task);
        } catch (RejectedExecutionException e) {
            throw new EndpointClosedException(Outcome.NOT_SENT, endpointName);
        } catch (OutOfMemoryError e) {
            throw new TransportException(
                    Outcome.NOT_SENT, "starting a thread", "Check the limits on processes and memory.", e);
        }
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
