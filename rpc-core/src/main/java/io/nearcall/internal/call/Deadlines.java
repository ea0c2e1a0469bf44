// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.call;

import io.nearcall.internal.context.Carried;
import io.nearcall.internal.context.DurationText;

/** Points in time as {@link System#nanoTime()} counts them. */
public final class Deadlines {

    /** Far enough to be never, near enough that differences do not overflow. */
    private static final long FOREVER_NS = Long.MAX_VALUE / 2;

    /** In place of a point in time: the clock has not been read yet. */
    public static final long NOT_RUNNING = Carried.NO_DEADLINE;

    private Deadlines() {}

    /** The deadline if it runs already, otherwise the point that lies {@code timeoutNs} ahead. */
    public static long running(long deadlineNs, long timeoutNs) {
        return deadlineNs != NOT_RUNNING ? deadlineNs : after(timeoutNs);
    }

    /** The point that lies {@code timeoutNs} ahead; for {@link DurationText#NONE_NS} one that nobody lives to see. */
    public static long after(long timeoutNs) {
        return System.nanoTime() + Math.min(timeoutNs, FOREVER_NS);
    }

    /** Whether a point is as good as never. */
    public static boolean isNever(long deadlineNs, long nowNs) {
        return deadlineNs - nowNs > FOREVER_NS / 2;
    }

    /** What is left until a point, 0 if it has passed. */
    public static long remainingNs(long deadlineNs) {
        return Math.max(0, deadlineNs - System.nanoTime());
    }
}
