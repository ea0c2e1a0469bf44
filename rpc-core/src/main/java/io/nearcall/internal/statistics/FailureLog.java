// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import java.nio.ByteBuffer;

/** The distinct failures of an endpoint's calls, on its page. Under the lock of the endpoint. */
final class FailureLog {

    /* Two failures are of one kind if they have the same method and exception class. The text of the first of a kind is
     * kept; of the others, only their number and the time of the last. Some programs throw for each call, so a further
     * failure of a known kind creates no objects. */

    private static final int MOST = 64;

    private final StatisticsPage page;
    private final int[] rows = new int[MOST];
    private final String[] types = new String[MOST]; // as Class.getName() returns them
    private final int[] blocks = new int[MOST];
    private int kinds;

    FailureLog(StatisticsPage page) {
        this.page = page;
    }

    /**
     * Returns whether a failure is the first of its kind and there is room for it. Then {@link #add} needs its text.
     */
    boolean isNew(int row, String type) {
        return find(row, type) < 0 && kinds < MOST;
    }

    /**
     * Counts a failure.
     *
     * @param type the class of the exception
     * @param text is kept if the failure is the first of its kind; null if {@link #isNew} has returned false
     * @return the block of its kind, or {@link StatisticsPage#NO_ROOM}
     */
    int add(int row, String type, FailureText text) {
        int block = block(row, type, text);
        if (block != StatisticsPage.NO_ROOM) {
            ByteBuffer written = page.memory();
            int count = block + PageLayout.FAILURE_COUNT_OFFSET;
            written.putLong(count, written.getLong(count) + 1);
            written.putLong(block + PageLayout.FAILURE_LAST_OFFSET, System.currentTimeMillis());
        }
        return block;
    }

    private int find(int row, String type) {
        for (int i = 0; i < kinds; i++) {
            if (rows[i] == row && types[i].equals(type)) {
                return i;
            }
        }
        return -1;
    }

    private int block(int row, String type, FailureText text) {
        int known = find(row, type);
        if (known >= 0) {
            return blocks[known];
        }
        if (kinds == MOST || text == null) {
            return StatisticsPage.NO_ROOM;
        }
        rows[kinds] = row;
        types[kinds] = type;
        blocks[kinds] = describe(row, PageText.bytes(type), text);
        page.publish();
        return blocks[kinds++];
    }

    private int describe(int row, byte[] type, FailureText text) {
        int texts = PageText.length(type) + PageText.length(text.message()) + PageText.length(text.stack());
        int block = page.add(PageLayout.FAILURE, PageText.aligned(PageLayout.FAILURE_TEXTS_OFFSET + texts));
        if (block != StatisticsPage.NO_ROOM) {
            ByteBuffer written = page.memory();
            written.putInt(block + PageLayout.FAILURE_ROW_OFFSET, row);
            written.putLong(block + PageLayout.FAILURE_FIRST_OFFSET, System.currentTimeMillis());
            int offset = PageText.put(written, block + PageLayout.FAILURE_TEXTS_OFFSET, type);
            offset = PageText.put(written, offset, text.message());
            PageText.put(written, offset, text.stack());
        }
        return block;
    }
}
