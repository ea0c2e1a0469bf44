// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import io.nearcall.codegen.RemoteMethod;
import io.nearcall.internal.log.Log;
import io.nearcall.ipc.os.OsException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The statistics of an endpoint, with a page from the first look-up or export on, if it can be made. Any thread. */
public final class EndpointStatistics {

    private static final int NO_ROW = -1;

    /** The most methods with a row of their own. Methods of further interfaces are not counted. */
    private static final int MOST_ROWS = 8192;

    private final Supplier<PageOwner> owner;
    private final Map<String, Integer> firstRows = new HashMap<>();
    private int[] methods = {}; // blocks, by row; 0 where there was no room
    private int[] durations = {}; // blocks, by row; 0 until a call is timed
    private int[] gone = {}; // cells of ended connections, by row; 0 until one has ended
    private int rowCount;
    private int[] freeCells = {};
    private int freeCellCount;
    private int[] freeConnections = {};
    private int freeConnectionCount;
    private int nextConnection = 1;
    private final Object making = new Object(); // taken first, so connections do not wait for the files
    private volatile boolean tried;
    private StatisticsPage page; // null if there is none
    private FailureLog failures; // made with the page, like events
    private RefusalLog refusals; // null until the first refusal
    private BlackBox events;
    private ByteBuffer memory; // the page's memory, or other memory in which lanes count without a page
    private boolean closed;

    /** @param owner is called once; if it returns null, there is no page and nothing is shown */
    public EndpointStatistics(Supplier<PageOwner> owner) {
        this.owner = owner;
    }

    /** Makes the page unless this has been tried. Not under the lock. Returns whether this call has made the page. */
    public boolean makePage() {
        if (tried) {
            return false;
        }
        synchronized (making) {
            try {
                return !tried && use(create());
            } finally {
                tried = true;
            }
        }
    }

    private synchronized boolean use(StatisticsPage made) {
        if (made == null || closed) {
            remove(made, true);
            return false;
        }
        page = made;
        failures = new FailureLog(page);
        events = new BlackBox(page);
        return true;
    }

    private StatisticsPage create() {
        try {
            PageOwner found = owner.get();
            return found == null ? null : StatisticsPage.create(found);
        } catch (OsException e) {
            Log.get().log(Level.DEBUG, "There are no statistics of this endpoint: {0}", e.getMessage());
            return null;
        }
    }

    /** Shows an offered object before its first call. Returns whether this call has made the page. */
    public boolean show(CountedObject offered) {
        boolean made = makePage();
        firstRow(offered);
        return made;
    }

    synchronized void show(ConnectionStatistics connection) {
        if (page != null && !connection.closed) {
            add(connection);
        }
    }

    private void add(ConnectionStatistics connection) {
        if (connection.block != 0) {
            return;
        }
        boolean old = freeConnectionCount != 0;
        int block = old
                ? freeConnections[--freeConnectionCount]
                : page.add(PageLayout.CONNECTION, PageLayout.CONNECTION_LENGTH);
        if (block != StatisticsPage.NO_ROOM) {
            connection.block = block;
            connection.number = nextConnection++;
            connection.write(page.memory());
            page.publish();
            events.add(PageLayout.EVENT_OPENED, NO_ROW, connection.peerPid, 0, 0);
        }
    }

    int firstRow(CountedObject called) {
        CountedObject.Methods counted = called.countedMethods();
        if (!counted.isOwn()) {
            makePage();
        }
        called.firstRow = counted.isOwn() ? CountedObject.UNCOUNTED : firstRow(counted);
        return called.firstRow;
    }

    private synchronized int firstRow(CountedObject.Methods counted) {
        int count = counted.all().size();
        // Not a class: it could not be unloaded. Not a record: its hash code takes 20 ms of a fresh JVM.
        String key = (counted.served() ? "s/" : "c/")
                + counted.service()
                + '@'
                + counted.target()
                + '/'
                + counted.type().getName()
                + '/'
                + count;
        Integer known = firstRows.get(key);
        if (known != null) {
            return known;
        }
        if (rowCount + count > MOST_ROWS) {
            return CountedObject.UNCOUNTED;
        }
        int first = rowCount;
        methods = Arrays.copyOf(methods, first + count);
        durations = Arrays.copyOf(durations, first + count);
        gone = Arrays.copyOf(gone, first + count);
        rowCount = first + count;
        firstRows.put(key, first);
        if (page != null) {
            for (RemoteMethod method : counted.all()) {
                methods[first + method.index()] = add(first + method.index(), counted, method);
            }
            page.publish();
        }
        return first;
    }

    private int add(int row, CountedObject.Methods counted, RemoteMethod method) {
        byte[] texts = PageText.all(counted.service(), counted.type().getName(), method.signature(), counted.target());
        int block = page.add(PageLayout.METHOD, PageText.aligned(PageLayout.METHOD_TEXTS_OFFSET + texts.length));
        if (block == StatisticsPage.NO_ROOM) {
            page.noteUncounted();
            return 0;
        }
        ByteBuffer written = page.memory();
        written.putInt(block + PageLayout.METHOD_ROW_OFFSET, row);
        written.putInt(block + PageLayout.METHOD_SIDE_OFFSET, counted.served() ? PageLayout.SERVED : PageLayout.CALLED);
        written.put(block + PageLayout.METHOD_TEXTS_OFFSET, texts);
        return block;
    }

    /** Returns the memory in which lanes count. It stays the same until no lane is in use any more. */
    ByteBuffer memory() {
        makePage();
        return countingMemory();
    }

    private synchronized ByteBuffer countingMemory() {
        if (memory == null) {
            memory = page != null
                    ? page.memory()
                    : ByteBuffer.allocateDirect(PageLayout.HEADER_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        }
        return memory;
    }

    synchronized int cell(ConnectionStatistics connection, int row) {
        if (page == null || closed || connection.closed) {
            return PageLayout.SCRATCH_OFFSET;
        }
        add(connection);
        int cell = isPartial(row) ? StatisticsPage.NO_ROOM : newCell();
        if (cell == StatisticsPage.NO_ROOM) {
            page.noteUncounted();
            bePartial(row);
            return PageLayout.SCRATCH_OFFSET;
        }
        ByteBuffer written = page.memory();
        written.putInt(cell + PageLayout.CELL_ROW_OFFSET, row);
        written.putInt(cell + PageLayout.CELL_CONNECTION_OFFSET, connection.number);
        written.putInt(cell + PageLayout.TYPE_OFFSET, PageLayout.CELL);
        page.publish();
        connection.cells = added(connection.cells, connection.cellCount++, cell);
        return cell;
    }

    private int newCell() {
        return freeCellCount != 0 ? freeCells[--freeCellCount] : page.add(PageLayout.CELL, PageLayout.CELL_LENGTH);
    }

    /** Returns whether calls of the method have once found no room. From then on, no further lane counts them. */
    private boolean isPartial(int row) {
        int block = methods[row];
        return block == 0 || page.memory().getInt(block + PageLayout.METHOD_PARTIAL_OFFSET) != 0;
    }

    /** Tells readers that the beginning of a call may be counted without its end, or its end without its beginning. */
    private void bePartial(int row) {
        if (methods[row] != 0) {
            page.memory().putInt(methods[row] + PageLayout.METHOD_PARTIAL_OFFSET, PageLayout.PARTIAL);
        }
    }

    /** Counts the end of a call that no lane counts. */
    synchronized void end(ConnectionStatistics connection, int row) {
        if (page == null || closed || connection.closed) {
            return;
        }
        if (row >= connection.abandoned.length) {
            connection.abandoned = Arrays.copyOf(connection.abandoned, row + 1);
        }
        if (connection.abandoned[row] == 0) {
            connection.abandoned[row] = cell(connection, row);
        }
        add(connection.abandoned[row] + PageLayout.CELL_ENDED_OFFSET, 1);
    }

    /**
     * Counts a refusal.
     *
     * @param byServer whether the side that is called refuses
     * @param peerPid the refused peer; 0 if it is not known
     */
    public synchronized void refused(boolean byServer, String reason, int peerPid) {
        if (!closed && page != null) {
            if (refusals == null) {
                refusals = new RefusalLog(page);
            }
            events.add(PageLayout.EVENT_REFUSED, refusals.add(byServer, reason), peerPid, 0, 0);
        }
    }

    void fail(int row, int peerPid, Throwable thrown) {
        String type = thrown.getClass().getName();
        // Not under the lock: the exception may be the application's, and its methods may do anything.
        FailureText text = isNewFailure(row, type) ? FailureText.of(thrown) : null;
        fail(row, peerPid, type, text);
    }

    private synchronized boolean isNewFailure(int row, String type) {
        return page != null && !closed && failures.isNew(row, type);
    }

    private synchronized void fail(int row, int peerPid, String type, FailureText text) {
        if (page != null && !closed && methods[row] != 0) {
            add(methods[row] + PageLayout.METHOD_FAILURES_OFFSET, 1);
            int block = failures.add(row, type, text);
            events.add(PageLayout.EVENT_FAILED, row, peerPid, 0, block == StatisticsPage.NO_ROOM ? 0 : block);
        }
    }

    synchronized void slow(int row, int peerPid, long ns) {
        if (page != null && !closed) {
            events.add(PageLayout.EVENT_SLOW, row, peerPid, ns, 0);
        }
    }

    synchronized void ended(ConnectionStatistics connection, boolean died) {
        if (page != null && !closed && connection.block != 0) {
            events.add(died ? PageLayout.EVENT_DIED : PageLayout.EVENT_ENDED, NO_ROW, connection.peerPid, 0, 0);
        }
    }

    synchronized void timed(int row, long ns) {
        if (page == null || closed || durations[row] == StatisticsPage.NO_ROOM) {
            return;
        }
        ByteBuffer written = page.memory();
        if (durations[row] == 0) {
            durations[row] = page.add(PageLayout.DURATIONS, PageLayout.DURATIONS_LENGTH);
            if (durations[row] == StatisticsPage.NO_ROOM) {
                return;
            }
            written.putInt(durations[row] + PageLayout.DURATIONS_ROW_OFFSET, row);
            page.publish();
        }
        int block = durations[row];
        add(block + PageLayout.DURATIONS_BUCKETS_OFFSET + Durations.bucket(ns) * Long.BYTES, 1);
        add(block + PageLayout.DURATIONS_SUM_OFFSET, ns);
        if (ns > written.getLong(block + PageLayout.DURATIONS_LONGEST_OFFSET)) {
            written.putLong(block + PageLayout.DURATIONS_LONGEST_OFFSET, ns);
        }
    }

    private void add(int offset, long more) {
        ByteBuffer written = page.memory();
        written.putLong(offset, written.getLong(offset) + more);
    }

    /** Keeps the counts of the connection's lanes, and frees their cells for others. */
    synchronized void close(ConnectionStatistics connection) {
        if (connection.closed) {
            return;
        }
        connection.closed = true;
        connection.hideGauges();
        if (page == null || closed) {
            return;
        }
        page.beginChange();
        for (int i = 0; i < connection.cellCount; i++) {
            giveUp(connection.cells[i]);
        }
        if (connection.block != 0) {
            page.memory().putInt(connection.block + PageLayout.CONNECTION_STATE_OFFSET, PageLayout.ENDED);
            freeConnections = added(freeConnections, freeConnectionCount++, connection.block);
        }
        page.endChange();
    }

    /** Adds the counts of a lane that is gone to those of the method. Nothing is in flight on that lane. */
    private void giveUp(int cell) {
        ByteBuffer written = page.memory();
        int row = written.getInt(cell + PageLayout.CELL_ROW_OFFSET);
        written.putLong(cell + PageLayout.CELL_ENDED_OFFSET, written.getLong(cell + PageLayout.CELL_CALLS_OFFSET));
        if (gone[row] == 0) {
            gone[row] = cell;
            written.putInt(cell + PageLayout.CELL_CONNECTION_OFFSET, PageLayout.GONE);
            return;
        }
        written.putInt(cell + PageLayout.TYPE_OFFSET, PageLayout.FREE_CELL);
        for (int i = PageLayout.CELL_CALLS_OFFSET; i < PageLayout.CELL_LENGTH; i += Long.BYTES) {
            add(gone[row] + i, written.getLong(cell + i));
            written.putLong(cell + i, 0);
        }
        freeCells = added(freeCells, freeCellCount++, cell);
    }

    private static int[] added(int[] numbers, int count, int number) {
        int[] room = count < numbers.length ? numbers : Arrays.copyOf(numbers, Math.max(4, 2 * count));
        room[count] = number;
        return room;
    }

    /** Returns what other processes see now, read from the file as they read it; null if there is no page now. */
    public PageView view() {
        StatisticsPage read = shown();
        PageView view = read == null ? null : PageReader.read(read.path());
        return shown() == read ? view : null; // otherwise the file may be the next endpoint's
    }

    private synchronized StatisticsPage shown() {
        return page;
    }

    /** Called when the endpoint is about to close. */
    public synchronized void closing() {
        if (page != null && !closed) {
            page.closing();
        }
    }

    /**
     * Removes the page. Repeatable.
     *
     * @param unused whether no lane can be in use any more; otherwise the memory stays until the process ends
     */
    public synchronized void close(boolean unused) {
        if (closed) {
            return;
        }
        closed = true;
        StatisticsPage removed = page;
        page = null; // the connection of a handshake that ends now must not write to unmapped memory
        if (unused) {
            memory = null;
        }
        remove(removed, unused);
    }

    private static void remove(StatisticsPage page, boolean unused) {
        try {
            if (page != null) {
                page.close(unused);
            }
        } catch (OsException e) { // the file stays, as if the process had died
            Log.get().log(Level.DEBUG, "The statistics page stays: {0}", e.getMessage());
        }
    }
}
