// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import java.nio.ByteBuffer;

/** The refusals of an endpoint, by reason, on its page. Under the lock of the endpoint. */
final class RefusalLog {

    /** More than the number of reasons. */
    private static final int MOST = 64;

    private static final int NONE = -1;

    private final StatisticsPage page;
    private final boolean[] served = new boolean[MOST];
    private final String[] reasons = new String[MOST];
    private final int[] blocks = new int[MOST];
    private int kinds;

    RefusalLog(StatisticsPage page) {
        this.page = page;
    }

    /** Counts a refusal. Returns the number of its kind, or less than 0 if there is no room for the kind. */
    int add(boolean byServer, String reason) {
        int kind = find(byServer, reason);
        if (kind != NONE && blocks[kind] != StatisticsPage.NO_ROOM) {
            ByteBuffer written = page.memory();
            int count = blocks[kind] + PageLayout.REFUSAL_COUNT_OFFSET;
            written.putLong(count, written.getLong(count) + 1);
            written.putLong(blocks[kind] + PageLayout.REFUSAL_LAST_OFFSET, System.currentTimeMillis());
        }
        return kind;
    }

    private int find(boolean byServer, String reason) {
        for (int i = 0; i < kinds; i++) {
            if (served[i] == byServer && reasons[i].equals(reason)) {
                return i;
            }
        }
        if (kinds == MOST) {
            return NONE;
        }
        served[kinds] = byServer;
        reasons[kinds] = reason;
        blocks[kinds] = describe(kinds, byServer, PageText.bytes(reason));
        page.publish();
        return kinds++;
    }

    private int describe(int number, boolean byServer, byte[] reason) {
        int block = page.add(
                PageLayout.REFUSAL, PageText.aligned(PageLayout.REFUSAL_TEXTS_OFFSET + PageText.length(reason)));
        if (block != StatisticsPage.NO_ROOM) {
            ByteBuffer written = page.memory();
            written.putInt(block + PageLayout.REFUSAL_NUMBER_OFFSET, number);
            written.putInt(block + PageLayout.REFUSAL_SIDE_OFFSET, byServer ? PageLayout.SERVED : PageLayout.CALLED);
            written.putLong(block + PageLayout.REFUSAL_FIRST_OFFSET, System.currentTimeMillis());
            PageText.put(written, block + PageLayout.REFUSAL_TEXTS_OFFSET, reason);
        }
        return block;
    }
}
