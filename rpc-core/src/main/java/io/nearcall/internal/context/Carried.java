// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.context;

/**
 * What the calls of a thread carry.
 *
 * @param deadlineNs until when the calls must be done, as {@link System#nanoTime()} counts; or {@link #NO_DEADLINE}
 * @param chosen whether this side has set that deadline itself, rather than taken it over from the call within which it
 *     runs
 */
public record Carried(long deadlineNs, boolean chosen, Metadata metadata) {

    /** In place of a point in time. */
    public static final long NO_DEADLINE = Long.MIN_VALUE;

    public static final Carried NOTHING = new Carried(NO_DEADLINE, false, Metadata.NONE);

    public boolean isNothing() {
        return deadlineNs == NO_DEADLINE && metadata == Metadata.NONE;
    }
}
