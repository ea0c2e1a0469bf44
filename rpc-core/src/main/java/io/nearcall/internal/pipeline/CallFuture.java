// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.pipeline;

import io.nearcall.internal.waits.ConnectionWaits;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** The future of a call, which knows the thread that waits for it. If several threads wait, it knows one of them. */
final class CallFuture extends CompletableFuture<Object> {

    /*
     * Nothing else says which thread waits for which future: a thread parks on an object of the JDK. Stages made from
     * this one are plain, because another stage may complete them.
     *
     * A thread of a ForkJoinPool may run other tasks while it waits, so nobody knows what it really waits for.
     */

    private static final AtomicReferenceFieldUpdater<CallFuture, Waiter> WAITER =
            AtomicReferenceFieldUpdater.newUpdater(CallFuture.class, Waiter.class, "waiter");

    /** A thread, and since when it waits, as {@link System#nanoTime()} counts. */
    private record Waiter(Thread thread, long sinceNs) {}

    private OutgoingPipeline lane; // null when done, or whoever keeps the future would keep the endpoint; any thread
    private volatile Waiter waiter; // set through WAITER

    CallFuture(OutgoingPipeline lane) {
        this.lane = lane;
    }

    @Override
    public Object get() throws InterruptedException, ExecutionException {
        Waiter own = begin();
        try {
            return super.get();
        } finally {
            end(own);
        }
    }

    @Override
    public Object get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        Waiter own = begin();
        try {
            return super.get(timeout, unit);
        } finally {
            end(own);
        }
    }

    @Override
    public Object join() {
        Waiter own = begin();
        try {
            return super.join();
        } finally {
            end(own);
        }
    }

    /** Returns null if the current thread does not wait, or must not be known. */
    private Waiter begin() {
        if (isDone() || waiter != null || mayHelp()) {
            return null;
        }
        Waiter own = new Waiter(Thread.currentThread(), System.nanoTime());
        if (!WAITER.compareAndSet(this, null, own)) {
            return null;
        }
        OutgoingPipeline calling = lane;
        if (calling != null) {
            ring(calling);
        }
        return own;
    }

    /** Wakes the receiver, which notices long waits and may have gone to rest. */
    private static void ring(OutgoingPipeline calling) {
        try {
            calling.receiver.ring();
        } catch (RuntimeException | OutOfMemoryError e) {
            // no thread, or the endpoint is closed: the wait ends as it would have, and nobody notices that it is long
        }
    }

    /** The future has been completed. Returns whether it was cancelled. */
    boolean endCancelled() {
        lane = null;
        return isCancelled();
    }

    private void end(Waiter own) {
        if (own != null) {
            waiter = null;
        }
    }

    private static boolean mayHelp() {
        return Thread.currentThread() instanceof ForkJoinWorkerThread;
    }

    /** Whether a thread is known to wait. Any thread. */
    boolean isAwaited() {
        return waiter != null && !isDone();
    }

    /** Reports which thread waits, if one is known. Any thread. */
    void tellWait(ConnectionWaits waits, int laneId, long callId, String method) {
        Waiter known = waiter;
        if (known != null && !isDone()) {
            waits.waits(known.thread(), laneId, callId, method, known.sinceNs());
        }
    }
}
