// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import java.nio.ByteBuffer;

/** What the lanes of one connection count. Any thread. */
public final class ConnectionStatistics {

    /** Objects of this side that the peer refers to. Of what there is some number now; in the order of the page, as the next. */
    public static final int EXPORTED = 0;

    /** Objects of the peer that this side refers to. */
    public static final int IMPORTED = 1;

    /** Streams, iterators and subscriptions of this side that the peer has not closed. */
    public static final int STREAMS = 2;

    private static final int GAUGES = 3;

    private final EndpointStatistics endpoint;
    final int peerPid;
    private final boolean initiator;
    private final String channel;
    private final long openedMs = System.currentTimeMillis();
    int block; // of the page; 0 if there is none. Guarded by the endpoint, as the others
    int number;
    int[] cells = {};
    int cellCount;
    int[] abandoned = {}; // cells for calls that end on threads which have no lane, by row; 0 if there is none
    boolean closed;

    private final Object gaugesLock = new Object(); // taken last
    private final int[] gauges = new int[GAUGES];
    private ByteBuffer gaugesPage; // null while they are not shown

    /**
     * Of a connection that has just been made.
     *
     * @param initiator whether this side has made it
     */
    public ConnectionStatistics(EndpointStatistics endpoint, int peerPid, boolean initiator, String channel) {
        this.endpoint = endpoint;
        this.peerPid = peerPid;
        this.initiator = initiator;
        this.channel = channel;
    }

    /** Shows it to readers, if there is a page yet. */
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

    /** Where a lane counts the calls of one method. */
    int cell(int row) {
        return endpoint.cell(this, row);
    }

    /** A call of that method has failed, which has been counted. */
    public void fail(CountedObject called, int method, Throwable thrown) {
        try {
            int first = firstRow(called);
            if (first != CountedObject.UNCOUNTED) {
                endpoint.fail(first + method, peerPid, thrown);
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            // it is answered or thrown all the same, and is not counted
        }
    }

    /** A call of that method is over, on a thread that has not the lane: its caller has given it up. */
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
     * Something is refused.
     *
     * @param byServer whether the side does it that is called
     */
    public void refused(boolean byServer, String reason) {
        try {
            endpoint.refused(byServer, reason, peerPid);
        } catch (OutOfMemoryError | StackOverflowError e) {
            // as above
        }
    }

    /** The side that calls refuses a call of its own: there are too many. */
    public void overloaded() {
        refused(false, "OVERLOADED");
    }

    /**
     * There are so many more of something.
     *
     * @param gauge one of the numbers above
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

    /** The block is given to others, or the page goes. */
    void hideGauges() {
        synchronized (gaugesLock) {
            gaugesPage = null;
        }
    }

    /** A call of that method takes long, so that its caller has slept. */
    public void slow(CountedObject called, int method, long ns) {
        int first = firstRow(called);
        if (first != CountedObject.UNCOUNTED) {
            endpoint.slow(first + method, peerPid, ns);
        }
    }

    /**
     * The connection has ended. Its lanes may still be in use.
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

    /** No lane of the connection is used any more. Repeatable. */
    public void close() {
        endpoint.close(this);
    }

    /** Fills the block in. */
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
