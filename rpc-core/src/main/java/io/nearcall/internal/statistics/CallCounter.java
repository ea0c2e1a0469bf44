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
     * costs as much as all the rest. Whatever can wait is counted after this side has sent, so that the other side works
     * meanwhile.
     *
     * The JIT leaves out a branch that it has not seen taken. Whoever takes it later throws away the compiled code of the
     * whole path, and if calls are rare by then, they are interpreted for minutes. So whenever a call is timed, both ways
     * to a method's cell are taken: the short one in timed(), the long one after startAt(). */

    /* How a wait has ended. These are numbers, because one more class would delay the first call. In the order of the
     * page. */

    /** The wait ended while the thread polled. */
    public static final int SPUN = 0;

    /** The wait ended while the thread yielded its CPU again and again. */
    public static final int YIELDED = 1;

    /** The wait ended while the thread slept, or the lane rested without a thread. */
    public static final int SLEPT = 2;

    private static final int NOT_FOUND = 0;
    private static final int NOBODYS = -1;

    /** The time that at least should pass between two timed calls, so that the cost of timing does not matter. */
    private static final long LEAST_PAUSE_NS = 2_000_000;

    private static final long LONG_PAUSE_NS = 8_000_000;
    private static final int LONGEST_PERIOD = 1 << 20;

    /** After how many calls one is timed when a thread has slept. Its calls are rare, and timing costs them nothing. */
    private static final int PERIOD_AFTER_SLEEP = 16;

    private final ConnectionStatistics connection;
    private ByteBuffer page;
    private int row = NOBODYS; // of the method called last
    private int cell; // of the method called last, once there is one
    private int untilTimed = 1; // how many calls begin before the next one is timed
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
        int begun = cell(called, method);
        if (begun != NOT_FOUND) {
            add(begun + PageLayout.CELL_CALLS_OFFSET, 1);
            add(begun + PageLayout.CELL_CALL_BYTES_OFFSET, bytes);
            if (--untilTimed == 0) {
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
        int ended = cell(called, method);
        if (ended != NOT_FOUND) {
            add(ended + PageLayout.CELL_ENDED_OFFSET, 1);
            add(ended + PageLayout.CELL_ANSWER_BYTES_OFFSET, bytes);
        }
    }

    /**
     * Counts a wait for a frame that was longer than the first brief polls. It counts with the method called last.
     *
     * @param how one of the numbers above
     */
    public void waited(int how) {
        if (cell != NOT_FOUND) {
            add(cell + PageLayout.CELL_WAITS_OFFSET + how * Long.BYTES, 1);
        }
        if (how == SLEPT && untilTimed > PERIOD_AFTER_SLEEP) {
            untilTimed = PERIOD_AFTER_SLEEP;
        }
    }

    private void add(int index, long more) {
        page.putLong(index, page.getLong(index) + more);
    }

    private int cell(CountedObject called, int method) {
        return called.firstRow + method == row ? cell : turnTo(called, method);
    }

    /** Turns to a method, and makes its cell at its first call. Returns the cell if its calls can be counted. */
    private int turnTo(CountedObject called, int method) {
        try {
            int first = connection.firstRow(called);
            if (first == CountedObject.UNCOUNTED) {
                return NOT_FOUND;
            }
            int chosen = first + method;
            if (chosen >= cells.length) {
                cells = Arrays.copyOf(cells, chosen + 1);
            }
            if (cells[chosen] == NOT_FOUND) {
                page = connection.memory();
                cells[chosen] = connection.cell(chosen);
            }
            row = chosen;
            cell = cells[chosen];
            return cell;
        } catch (OutOfMemoryError e) {
            return NOT_FOUND; // the call goes on, but is not counted
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
        return each && untilTimed > 0 ? 0 : startAt(System.nanoTime());
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
        untilTimed = period;
        row = NOBODYS;
        return nowNs == 0 ? 1 : nowNs;
    }

    /** Called when a timed call has ended that began at the given time. */
    public void timed(CountedObject called, int method, long startNs) {
        long ns = System.nanoTime() - startNs;
        if (cell(called, method) != NOT_FOUND) {
            connection.timed(called, method, ns);
        }
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
