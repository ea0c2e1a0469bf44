// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.monitor;

import io.nearcall.internal.log.Log;
import java.lang.System.Logger.Level;

/** Keeps a peer that connects again and again from filling the log: a few warnings a second, then only their number. */
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

    /** Logs a warning and how many were left out before it, or leaves it out. The cause may be null. Any thread. */
    public void log(String text, Throwable cause) {
        long before = leftOutOrNone();
        if (before >= 0) {
            Log.get().log(Level.WARNING, before == 0 ? text : text + " (and " + before + " other warnings)", cause);
        }
    }

    /** Returns how many warnings were left out since the last one, or -1 if none may be written now. Any thread. */
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
