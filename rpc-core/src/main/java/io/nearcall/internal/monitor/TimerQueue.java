// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.monitor;

import java.util.PriorityQueue;

/** Timers ordered by time. Thread-safe. */
final class TimerQueue {

    /*
     * Most timers are deadlines that are cancelled long before their time. A cancelled one stays in the heap without
     * its task. When more than half of the heap is cancelled, it is rebuilt. So cancelling costs constant time on
     * average, and the heap is never more than about twice as long as necessary.
     */

    private static final int MIN_CANCELLED = 64;

    private final PriorityQueue<Timer> heap = new PriorityQueue<>();
    private int cancelled;

    synchronized Timer add(long timeNs, Runnable task) {
        Timer timer = new Timer(this, timeNs, task);
        heap.add(timer);
        return timer;
    }

    synchronized boolean isFirst(Timer timer) {
        return heap.peek() == timer;
    }

    synchronized boolean cancel(Timer timer) {
        if (timer.task == null) {
            return false;
        }
        timer.task = null;
        if (++cancelled > MIN_CANCELLED && cancelled > heap.size() / 2) {
            heap.removeIf(each -> each.task == null);
            cancelled = 0;
        }
        return true;
    }

    /** Removes the first timer that is due and returns its task; null if none is due. */
    synchronized Runnable pollDue(long nowNs) {
        dropCancelled();
        Timer first = heap.peek();
        if (first == null || first.timeNs - nowNs > 0) {
            return null;
        }
        heap.remove();
        Runnable task = first.task;
        first.task = null;
        return task;
    }

    /** How long until the first timer is due, at least 0; {@link Long#MAX_VALUE} if there is none. */
    synchronized long nextDelayNs(long nowNs) {
        dropCancelled();
        Timer first = heap.peek();
        return first == null ? Long.MAX_VALUE : Math.max(0, first.timeNs - nowNs);
    }

    synchronized int size() {
        return heap.size();
    }

    private void dropCancelled() {
        Timer first;
        while ((first = heap.peek()) != null && first.task == null) {
            heap.remove();
            cancelled--;
        }
    }
}
