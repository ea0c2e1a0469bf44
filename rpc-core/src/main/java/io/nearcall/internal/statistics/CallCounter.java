// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Counts the calls of one lane in one direction. For whoever has the lane, which is one thread at a time. */
public final class CallCounter {

    /* On the path of every call, and so: numbers only, because to store a reference into an old object costs as much as all the
     * rest; and nothing else than one addition while the same method is called again and again. To be called when this side has
     * sent, so that the other side works meanwhile. */

    private static final int NOT_FOUND = 0;

    /** Between two calls that are timed, so that their cost does not count. */
    private static final long LEAST_PAUSE_NS = 2_000_000;

    private static final long LONG_PAUSE_NS = 8_000_000;
    private static final int LONGEST_PERIOD = 1 << 20;

    private final ConnectionStatistics connection;
    private ByteBuffer page;
    private int row = -1;
    private int offset;
    private long timedAt; // so many calls of the method on this lane, and one is to be timed
    private boolean due;
    private boolean each; // whether each call is to be told by due, timed or not
    private int period = 1;
    private long timedNs = System.nanoTime() - LEAST_PAUSE_NS;
    private int[] offsets = {}; // of the lane's cells, by row; 0 if there is none yet

    public CallCounter(ConnectionStatistics connection) {
        this.connection = connection;
    }

    /** One more call of that method. */
    public void count(CountedObject called, int method) {
        if (called.firstRow + method == row) {
            long calls = page.getLong(offset) + 1;
            page.putLong(offset, calls);
            if (calls == timedAt) {
                due = true;
            }
        } else {
            countAnother(called, method);
        }
    }

    private void countAnother(CountedObject called, int method) {
        try {
            int first = connection.firstRow(called);
            if (first == CountedObject.UNCOUNTED) {
                return;
            }
            long left = row < 0 ? 1 : timedAt - page.getLong(offset);
            choose(first + method);
            long calls = page.getLong(offset) + 1;
            page.putLong(offset, calls);
            timedAt = calls + left - 1;
            if (left == 1) {
                due = true;
            }
        } catch (OutOfMemoryError e) {
            // the call goes on, and is not counted
        }
    }

    /** Whether {@link #isTimeDue} is to be true at each call. For whoever asks before calls. */
    public void beDueAtEach(boolean wanted) {
        each = wanted;
        due |= wanted;
    }

    /** Whether a call is to be timed again. */
    public boolean isTimeDue() {
        return due;
    }

    /**
     * Begins to time a call, and decides which is the next. Rare, or else the calls are slow: so it has methods of its own, which
     * the JIT leaves out of the path of a call.
     *
     * @return what {@link #timed} takes; 0 if the call is not to be timed, but {@link #beDueAtEach} had to be heeded
     */
    public long start() {
        due = each;
        if (each && (row < 0 || page.getLong(offset) < timedAt)) {
            return 0;
        }
        long nowNs = System.nanoTime();
        long pauseNs = nowNs - timedNs;
        timedNs = nowNs;
        if (pauseNs < LEAST_PAUSE_NS && period < LONGEST_PERIOD) {
            period *= 2;
        } else if (pauseNs > LONG_PAUSE_NS && period > 1) {
            period /= 2;
        }
        if (row >= 0) {
            timedAt = page.getLong(offset) + period;
        }
        return nowNs == 0 ? 1 : nowNs;
    }

    /** A call of that method has ended which began then. */
    public void timed(CountedObject called, int method, long startNs) {
        connection.timed(called, method, System.nanoTime() - startNs);
    }

    private void choose(int chosen) {
        if (chosen >= offsets.length) {
            offsets = Arrays.copyOf(offsets, chosen + 1);
        }
        if (offsets[chosen] == NOT_FOUND) {
            ByteBuffer memory = connection.memory();
            if (page != memory) {
                page = memory;
            }
            offsets[chosen] = connection.cell(chosen);
        }
        row = chosen;
        offset = offsets[chosen];
    }

    /** A call of that method, which has been counted, has failed. */
    public void fail(CountedObject called, int method, Throwable thrown) {
        connection.fail(called, method, thrown);
    }
}
