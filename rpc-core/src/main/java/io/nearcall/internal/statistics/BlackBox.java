// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/** The last events of an endpoint, on its page. Under the lock of the endpoint. */
final class BlackBox {

    private final StatisticsPage page;
    private int block; // 0 until there is an event
    private int count;

    BlackBox(StatisticsPage page) {
        this.page = page;
    }

    /**
     * Keeps an event in place of the event that is 256 events older.
     *
     * @param kind one of the kinds of the layout
     * @param row the row of the method; -1 if the event concerns none
     * @param ns a duration; 0 if there is none
     * @param failure the block of the failures of the same kind; 0 if there is none
     */
    void add(int kind, int row, int peerPid, long ns, int failure) {
        if (block == 0) {
            block = page.add(PageLayout.EVENTS, PageLayout.EVENTS_LENGTH);
        }
        if (block == StatisticsPage.NO_ROOM) {
            return;
        }
        ByteBuffer written = page.memory();
        int event =
                block + PageLayout.EVENTS_FIRST_OFFSET + (count & PageLayout.EVENTS_KEPT - 1) * PageLayout.EVENT_LENGTH;
        written.putInt(event + PageLayout.EVENT_KIND_OFFSET, 0); // no reader takes a half-written event for a whole one
        VarHandle.storeStoreFence(); // a reader that sees any later store sees this one
        written.putLong(event + PageLayout.EVENT_TIME_OFFSET, System.currentTimeMillis());
        written.putInt(event + PageLayout.EVENT_ROW_OFFSET, row);
        written.putInt(event + PageLayout.EVENT_PEER_OFFSET, peerPid);
        written.putLong(event + PageLayout.EVENT_DURATION_OFFSET, ns);
        written.putInt(event + PageLayout.EVENT_FAILURE_OFFSET, failure);
        written.putInt(event + PageLayout.EVENT_NUMBER_OFFSET, count);
        VarHandle.releaseFence(); // a reader that sees the kind sees the rest
        written.putInt(event + PageLayout.EVENT_KIND_OFFSET, kind);
        count++;
        page.publish();
    }
}
