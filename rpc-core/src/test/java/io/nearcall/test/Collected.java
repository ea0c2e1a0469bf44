// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import java.lang.ref.WeakReference;
import java.util.concurrent.locks.LockSupport;

/** Whether something that nobody should refer to any more has gone. */
public final class Collected {

    private static final int ATTEMPTS = 100;

    private Collected() {}

    /** Collects garbage until it has gone, or until some ten seconds are over: returns whether it has. */
    public static boolean soon(WeakReference<?> watched) {
        for (int i = 0; i < ATTEMPTS; i++) {
            System.gc();
            if (watched.get() == null) {
                return true;
            }
            LockSupport.parkNanos(10_000_000);
        }
        return false;
    }
}
