// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Counts the calls of one lane in one direction, or one half of that: their beginnings, or their ends. For whoever has the lane, or
 * that half of it, which is one thread at a time.
 */
public final class CallCounter {

    /* On the path of every call, and so: numbers only, because to store a reference into an old object costs as much as all the
     * rest; and nothing else than two additions at each end of a call while the same method is called again and again. What can
     * wait is counted when this side has sent, so that the other side works meanwhile. */

    /* How a wait has ended. Numbers, as of other kinds here: a class more would delay the first call. In the order of the page. */

    /** While the thread polled on. */
    public static final int SPUN = 0;

    /** While it gave its CPU to others, again and again. */
    public static final int YIELDED = 1;

    /** While it slept, or the lane rested without a thread. */
    public static final int SLEPT = 2;

    private static final int NOT_FOUND = 0;

    /** Between two calls that are timed, so that their cost does not count. */
    private static final long LEAST_PAUSE_NS = 2_000_000;

    private static final long LONG_PAUSE_NS = 8_000_000;
    private static final int LONGEST_PERIOD = 1 << 20;

    private final ConnectionStatistics connection;
    private ByteBuffer page;
    private int row = -1;
    private int cell;
    private long timedAt; // so many calls of the method on this lane, and one is to be timed
    private boolean due;
    private boolean each; // whether each call is to be told by due, timed or not
    private int period = 1;
    private long timedNs = System.nanoTime() - LEAST_PAUSE_NS;
    private int[] cells = {}; // of the lane, by row; 0 if there is none yet

    public CallCounter(ConnectionStatistics connection) {
        this.connection = connection;
    }

    /**
     * One more call of that method; {@link #end} has to follow, if only of another counter of the connection.
     *
     * @param bytes of its message
     */
    public void begin(CountedObject called, int method, long bytes) {
        if (called.firstRow + method == row || turnTo(called, method)) {
            long calls = page.getLong(cell + PageLayout.CELL_CALLS_OFFSET) + 1;
            page.putLong(cell + PageLayout.CELL_CALLS_OFFSET, calls);
            add(PageLayout.CELL_CALL_BYTES_OFFSET, bytes);
            if (calls == timedAt) {
                due = true;
            }
        }
    }

    /**
     * A call of that method is over.
     *
     * @param bytes of its answer; 0 if there is none
     */
    public void end(CountedObject called, int method, long bytes) {
        if (called.firstRow + method == row || turnTo(called, method)) {
            add(PageLayout.CELL_ENDED_OFFSET, 1);
            add(PageLayout.CELL_ANSWER_BYTES_OFFSET, bytes);
        }
    }

    /**
     * A wait for a frame that the first brief polls have not ended. It counts with the method that was called last.
     *
     * @param how one of the numbers above
     */
    public void waited(int how) {
        if (row >= 0) {
            add(PageLayout.CELL_WAITS_OFFSET + how * Long.BYTES, 1);
        }
    }

    private void add(int offset, long more) {
        int index = cell + offset;
        page.putLong(index, page.getLong(index) + more);
    }

    /** Another method than before is counted; returns whether it can be. */
    private boolean turnTo(CountedObject called, int method) {
        try {
            int first = connection.firstRow(called);
            if (first == CountedObject.UNCOUNTED) {
                return false;
            }
            long left = row < 0 ? 1 : timedAt - page.getLong(cell + PageLayout.CELL_CALLS_OFFSET);
            choose(first + method);
            timedAt = page.getLong(cell + PageLayout.CELL_CALLS_OFFSET) + left;
            return true;
        } catch (OutOfMemoryError e) {
            return false; // the call goes on, and is not counted
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
        boolean asked = each && (row < 0 || page.getLong(cell + PageLayout.CELL_CALLS_OFFSET) < timedAt);
        return asked ? 0 : startAt(System.nanoTime());
    }

    /** Begins to time a call at that time. */
    long startAt(long nowNs) {
        due = each;
        long pauseNs = nowNs - timedNs;
        timedNs = nowNs;
        if (pauseNs < LEAST_PAUSE_NS && period < LONGEST_PERIOD) {
            period *= 2;
        } else if (pauseNs > LONG_PAUSE_NS && period > 1) {
            period /= 2;
        }
        if (row >= 0) {
            timedAt = page.getLong(cell + PageLayout.CELL_CALLS_OFFSET) + period;
        }
        return nowNs == 0 ? 1 : nowNs;
    }

    /** A call of that method has ended which began then. */
    public void timed(CountedObject called, int method, long startNs) {
        connection.timed(called, method, System.nanoTime() - startNs);
    }

    private void choose(int chosen) {
        if (chosen >= cells.length) {
            cells = Arrays.copyOf(cells, chosen + 1);
        }
        if (cells[chosen] == NOT_FOUND) {
            ByteBuffer memory = connection.memory();
            if (page != memory) {
                page = memory;
            }
            cells[chosen] = connection.cell(chosen);
        }
        row = chosen;
        cell = cells[chosen];
    }

    /** A call of that method could not be sent. */
    public void failUnsent(CountedObject called, int method, Throwable thrown) {
        begin(called, method, 0);
        fail(called, method, thrown);
        end(called, method, 0);
    }

    /** A call of that method, which has been counted, has failed. */
    public void fail(CountedObject called, int method, Throwable thrown) {
        connection.fail(called, method, thrown);
    }
}
