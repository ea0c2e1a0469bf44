// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.monitor;

/** A task that the {@link Monitor} runs at some time. */
public final class Timer implements Comparable<Timer> {

    /** Longer delays are cut to this, about 146 years, so times can be subtracted. */
    static final long MAX_DELAY_NS = Long.MAX_VALUE / 2;

    private final TimerQueue queue;
    final long timeNs;
    /** Guarded by the queue; null once it has run or was cancelled. */
    Runnable task;

    Timer(TimerQueue queue, long timeNs, Runnable task) {
        this.queue = queue;
        this.timeNs = timeNs;
        this.task = task;
    }

    @Override
    public int compareTo(Timer other) {
        return Long.signum(timeNs - other.timeNs); // a difference, because times may wrap
    }

    /**
     * Cancels the task if it has not begun. Any thread.
     *
     * @return false if it has begun, or was cancelled before
     */
    public boolean cancel() {
        return queue.cancel(this);
    }
}
