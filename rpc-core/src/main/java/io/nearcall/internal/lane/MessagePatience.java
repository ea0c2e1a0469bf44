// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

/**
 * Limits how long a thread that others need, or wait for, waits for one peer within one message. The limit is for the
 * whole message, however many records the peer sends or reads meanwhile. Confined to one thread at a time.
 */
public final class MessagePatience {

    /* Only the time that the thread has waited counts, not the time since the message began. Reading and writing values
     * may take this side long, and the peer is not to blame for that. The time per byte is for long messages on a slow
     * machine. */

    private static final long PATIENCE_NS = 30_000_000_000L;
    private static final long NS_PER_BYTE = 1_000;
    private static final long MOST_BYTES = 1L << 40; // avoids an overflow

    private long waitedNs;

    /** The deadline for a wait for something else than the rest of a message. */
    public static long onceEndNs() {
        return System.nanoTime() + PATIENCE_NS;
    }

    /** Another message begins. */
    public void renew() {
        waitedNs = 0;
    }

    /** The thread has waited since then. */
    public void waitedSince(long sinceNs) {
        waitedNs += System.nanoTime() - sinceNs;
    }

    /**
     * The deadline of the wait.
     *
     * @param movedBytes how much of the message has been sent and read so far
     */
    public long endNs(long movedBytes) {
        return System.nanoTime() + PATIENCE_NS + Math.min(movedBytes, MOST_BYTES) * NS_PER_BYTE - waitedNs;
    }
}
