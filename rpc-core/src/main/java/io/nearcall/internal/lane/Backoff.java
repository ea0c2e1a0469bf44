// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import java.util.concurrent.locks.LockSupport;

/** Waits for something that mostly comes soon, when no other thread wakes this one. Confined to its thread. */
public final class Backoff {

    private static final int YIELDS = 16;
    private static final long MIN_PARK_NS = 20_000;
    private static final long MAX_PARK_NS = 1_000_000;

    private int pauses;
    private long parkNs = MIN_PARK_NS;

    /** Yields the first few times, then sleeps for 20 us to 1 ms. */
    public void pause() {
        if (pauses++ < YIELDS) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(parkNs);
            parkNs = Math.min(MAX_PARK_NS, parkNs << 1);
        }
    }
}
