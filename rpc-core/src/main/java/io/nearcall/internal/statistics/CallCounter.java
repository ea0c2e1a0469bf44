// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Counts the calls of one lane in one direction, or one half of that: only their beginnings, or only their ends. Used
 * by the thread that has the lane, or that half of it: one thread at a time.
 */
public final class CallCounter {

    /* This class is on the path of every call. So it has numbers only, because storing a reference into an old object
     * costs as much as all the rest. While the same method is called again and again, each end of a call makes only two
     * additions. Whatever can wait is counted after this side has sent, so that the other side works meanwhile. */

    /* How a wait has ended. These are numbers, because one more class would delay the first call. In the order of the
     * page. */

    /** The wait ended while the thread polled. */
    public static final int SPUN = 0;

    /** The wait ended while the thread yielded its CPU again and again. */
    public static final int YIELDED = 1;

    /** The wait ended while the thread slept, or the lane rested without a thread. */
    public static final int SLEPT = 2;

    private static final int NOT_FOUND = 0;

    /** The time that at least should pass between two timed calls, so that the cost of timing does not matter. */
    private static final long LEAST_PAUSE_NS = 2_000_000;

    private static final long LONG_PAUSE_NS = 8_000_000;
    private static final int LONGEST_PERIOD = 1 << 20;

    private final ConnectionStatistics connection;
    private ByteBuffer page;
    private int row = -1;
    private int cell;
    private long timedAt; // the count of calls of the method on this lane at which the next is timed
    private boolean due;
    private boolean each; // whether due is true at each call, timed or not
    private int period = 1;
    private long timedNs = System.nanoTime() - LEAST_PAUSE_NS;
    private int[] cells = {}; // the cells of the lane, by row; 0 if there is none yet

    public CallCounter(ConnectionStatistics connection) {
        this.connection = connection;
    }

    /**
     * Counts the beginning of a call. {@link #end} must follow, on this counter or another one of the connection.
     *
     * @param bytes the length of the call's message
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
     * Counts the end of a call.
     *
     * @param bytes the length of the answer; 0 if there is none
     */
    public void end(CountedObject called, int method, long bytes) {
        if (called.firstRow + method == row || turnTo(called, method)) {
            add(PageLayout.CELL_ENDED_OFFSET, 1);
            add(PageLayout.CELL_ANSWER_BYTES_OFFSET, bytes);
        }
    }

    /**
     * Counts a wait for a frame that was longer than the first brief polls. It counts with the method called last.
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

    /** Turns to another method than before. Returns whether its calls can be counted. */
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
            return false; // the call goes on, but is not counted
        }
    }

    /** Sets whether {@link #isTimeDue} is true at each call, for users who ask before calls. */
    public void beDueAtEach(boolean wanted) {
        each = wanted;
        due |= wanted;
    }

    /** Returns whether the next call is to be timed. */
    public boolean isTimeDue() {
        return due;
    }

    /**
     * Begins to time a call, and decides which call is the next to be timed. This happens rarely, or the calls are
     * slow. So timing has methods of its own, which the JIT keeps out of the path of a call.
     *
     * @return the start for {@link #timed}; 0 if the call is due only because of {@link #beDueAtEach}
     */
    public long start() {
        boolean asked = each && (row < 0 || page.getLong(cell + PageLayout.CELL_CALLS_OFFSET) < timedAt);
        return asked ? 0 : startAt(System.nanoTime());
    }

    /** Begins to time a call at the given time. */
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

    /** Called when a timed call has ended that began at the given time. */
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

    /** Counts a call that could not be sent. */
    public void failUnsent(CountedObject called, int method, Throwable thrown) {
        begin(called, method, 0);
        fail(called, method, thrown);
        end(called, method, 0);
    }

    /** Counts the failure of a call whose beginning has been counted. */
    public void fail(CountedObject called, int method, Throwable thrown) {
        connection.fail(called, method, thrown);
    }
}
