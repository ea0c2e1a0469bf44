// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import java.nio.ByteBuffer;

/** What the lanes of one connection count. Any thread. */
public final class ConnectionStatistics {

    private final EndpointStatistics endpoint;
    final int peerPid;
    private final boolean initiator;
    private final String channel;
    private final long openedMs = System.currentTimeMillis();
    int block; // of the page; 0 if there is none. Guarded by the endpoint, as the others
    int number;
    int[] cells = {};
    int cellCount;
    boolean closed;

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
        page.putInt(block + PageLayout.CONNECTION_STATE_OFFSET, PageLayout.CONNECTED);
    }
}
