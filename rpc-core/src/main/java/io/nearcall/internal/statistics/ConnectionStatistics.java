// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import java.nio.ByteBuffer;

/** The statistics of one connection and its lanes. Any thread. */
public final class ConnectionStatistics {

    /** The gauge of objects of this side that the peer refers to. The gauges are in the order of the page. */
    public static final int EXPORTED = 0;

    /** The gauge of objects of the peer that this side refers to. */
    public static final int IMPORTED = 1;

    /** The gauge of streams, iterators and subscriptions of this side that the peer has not closed. */
    public static final int STREAMS = 2;

    private static final int GAUGES = 3;

    private final EndpointStatistics endpoint;
    final int peerPid;
    private final boolean initiator;
    private final String channel;
    private final long openedMs = System.currentTimeMillis();
    int block; // the block on the page; 0 if there is none. Guarded by the endpoint, like the next fields
    int number;
    int[] cells = {};
    int cellCount;
    int[] abandoned = {}; // cells for calls that end on threads without the lane, by row; 0 if there is none
    boolean closed;

    private final Object gaugesLock = new Object(); // taken last
    private final int[] gauges = new int[GAUGES];
    private ByteBuffer gaugesPage; // null while they are not shown

    /**
     * Creates the statistics of a connection that has just been made.
     *
     * @param initiator whether this side has made the connection
     */
    public ConnectionStatistics(EndpointStatistics endpoint, int peerPid, boolean initiator, String channel) {
        this.endpoint = endpoint;
        this.peerPid = peerPid;
        this.initiator = initiator;
        this.channel = channel;
    }

    /** Shows the connection to readers, if there is a page yet. */
    public void opened() {
        endpoint.show(this);
    }

    int firstRow(CountedObject called) {
        int known = called.firstRow;
        return known == CountedObject.UNKNOWN ? endpoint.firstRow(called) : known;
    }

    ByteBuffer memory() {
        return endpoint.memory();
    }

    /** Returns the cell in which a lane counts the calls of one method. */
    int cell(int row) {
        return endpoint.cell(this, row);
    }

    /** Counts the failure of a call whose beginning has been counted. */
    public void fail(CountedObject called, int method, Throwable thrown) {
        try {
            int first = firstRow(called);
            if (first != CountedObject.UNCOUNTED) {
                endpoint.fail(first + method, peerPid, thrown);
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            // the failure is answered or thrown anyway, but is not counted
        }
    }

    /** Counts the end of a call on a thread that does not have the lane, because the caller has given the call up. */
    public void end(CountedObject called, int method) {
        try {
            int first = firstRow(called);
            if (first != CountedObject.UNCOUNTED) {
                endpoint.end(this, first + method);
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            // as above
        }
    }

    /**
     * Counts a refusal.
     *
     * @param byServer whether the side that is called refuses
     */
    public void refused(boolean byServer, String reason) {
        try {
            endpoint.refused(byServer, reason, peerPid);
        } catch (OutOfMemoryError | StackOverflowError e) {
            // as above
        }
    }

    /** Counts a call that its own side refuses, because there are too many. */
    public void overloaded() {
        refused(false, "OVERLOADED");
    }

    /**
     * Adds to a gauge.
     *
     * @param gauge one of the gauges above
     */
    public void change(int gauge, int more) {
        synchronized (gaugesLock) {
            gauges[gauge] += more;
            if (gaugesPage != null) {
                write(gauge);
            }
        }
    }

    private void write(int gauge) {
        gaugesPage.putInt(block + PageLayout.CONNECTION_GAUGES_OFFSET + gauge * Integer.BYTES, gauges[gauge]);
    }

    /** Called when the block is given to another connection, or the page is removed. */
    void hideGauges() {
        synchronized (gaugesLock) {
            gaugesPage = null;
        }
    }

    /** Keeps the event of a call that took so long that its caller has slept. */
    public void slow(CountedObject called, int method, long ns) {
        int first = firstRow(called);
        if (first != CountedObject.UNCOUNTED) {
            endpoint.slow(first + method, peerPid, ns);
        }
    }

    /**
     * Called when the connection has ended. Its lanes may still be in use.
     *
     * @param died whether the peer's process has died
     */
    public void ended(boolean died) {
        endpoint.ended(this, died);
    }

    void timed(CountedObject called, int method, long ns) {
        int first = firstRow(called);
        if (first != CountedObject.UNCOUNTED) {
            endpoint.timed(first + method, ns);
        }
    }

    /** Called when no lane of the connection is used any more. Repeatable. */
    public void close() {
        endpoint.close(this);
    }

    /** Writes the content of the block. */
    void write(ByteBuffer page) {
        page.putInt(block + PageLayout.CONNECTION_NUMBER_OFFSET, number);
        page.putInt(block + PageLayout.CONNECTION_PEER_OFFSET, peerPid);
        page.putInt(block + PageLayout.CONNECTION_SIDE_OFFSET, initiator ? PageLayout.CALLED : PageLayout.SERVED);
        page.putLong(block + PageLayout.CONNECTION_OPENED_OFFSET, openedMs);
        PageText.put(page, block + PageLayout.CONNECTION_TEXTS_OFFSET, PageText.bytes(channel));
        synchronized (gaugesLock) {
            gaugesPage = page;
            for (int i = 0; i < gauges.length; i++) {
                write(i);
            }
        }
        page.putInt(block + PageLayout.CONNECTION_STATE_OFFSET, PageLayout.CONNECTED);
    }
}
