// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Whether an object without references has been collected. */
public final class Collected {

    private static final int ATTEMPTS = 200;
    private static final long FIRST_PAUSE_NS = 2_000_000;
    private static final long PAUSE_NS = 50_000_000;

    private Collected() {}

    /**
     * Runs the collector until the object has been collected, for about ten seconds at most. Returns whether it has.
     */
    public static boolean soon(WeakReference<?> watched) {
        return soon(List.of(watched));
    }

    /** As above, of all of them. */
    public static boolean soon(Collection<? extends WeakReference<?>> watched) {
        for (int i = 0; i < ATTEMPTS; i++) {
            System.gc();
            if (watched.stream().allMatch(reference -> reference.get() == null)) {
                return true;
            }
            LockSupport.parkNanos(Math.min(FIRST_PAUSE_NS << Math.min(i, 10), PAUSE_NS));
        }
        return false;
    }
}
