// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.monitor;

import io.nearcall.internal.log.Log;
import java.lang.System.Logger.Level;

/** Keeps whoever connects again and again from filling the log: a few warnings a second, and then only their number. */
public class RareWarnings {

    private static final int WARNINGS_PER_SECOND = 3;
    private static final long SECOND_NS = 1_000_000_000;

    private long secondBeganNs = nowNs();
    private int inThisSecond;
    private long leftOut;

    /** As {@link System#nanoTime()}. */
    long nowNs() {
        return System.nanoTime();
    }

    /** Logs a warning, with how many were left out before, or leaves it out. The cause may be null. Any thread. */
    public void log(String text, Throwable cause) {
        long before = leftOutOrNone();
        if (before >= 0) {
            Log.get().log(Level.WARNING, before == 0 ? text : text + " (and " + before + " other warnings)", cause);
        }
    }

    /** Whether a warning may be written now: how many were not since the last one, or -1 if it may not. Any thread. */
    synchronized long leftOutOrNone() {
        long nowNs = nowNs();
        if (nowNs - secondBeganNs >= SECOND_NS) {
            secondBeganNs = nowNs;
            inThisSecond = 0;
        }
        if (inThisSecond == WARNINGS_PER_SECOND) {
            leftOut++;
            return -1;
        }
        inThisSecond++;
        long count = leftOut;
        leftOut = 0;
        return count;
    }
}
