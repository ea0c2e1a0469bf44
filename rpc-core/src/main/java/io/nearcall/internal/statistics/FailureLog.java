// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import java.nio.ByteBuffer;

/** The distinct failures of an endpoint's calls, on its page. Under the lock of the endpoint. */
final class FailureLog {

    /* Two failures are the same if method and class of the exception are. What the first was like is kept; how often there was one
     * and when the last time is counted. Some programs throw for each call, so that makes nothing. */

    private static final int MOST = 64;
    private static final int MOST_FRAMES = 20;

    private final StatisticsPage page;
    private final int[] rows = new int[MOST];
    private final String[] types = new String[MOST]; // as Class.getName() gives it
    private final int[] blocks = new int[MOST];
    private int kinds;

    FailureLog(StatisticsPage page) {
        this.page = page;
    }

    /** One more. The first of its kind is described, if there is room. */
    void add(int row, Throwable thrown) {
        int block = block(row, thrown);
        if (block != StatisticsPage.NO_ROOM) {
            ByteBuffer written = page.memory();
            int count = block + PageLayout.FAILURE_COUNT_OFFSET;
            written.putLong(count, written.getLong(count) + 1);
            written.putLong(block + PageLayout.FAILURE_LAST_OFFSET, System.currentTimeMillis());
        }
    }

    private int block(int row, Throwable thrown) {
        String type = thrown.getClass().getName();
        for (int i = 0; i < kinds; i++) {
            if (rows[i] == row && types[i].equals(type)) {
                return blocks[i];
            }
        }
        if (kinds == MOST) {
            return StatisticsPage.NO_ROOM;
        }
        rows[kinds] = row;
        types[kinds] = type;
        blocks[kinds] = describe(row, thrown);
        page.publish();
        return blocks[kinds++];
    }

    private int describe(int row, Throwable thrown) {
        byte[] type = PageText.bytes(thrown.getClass().getName());
        byte[] message = PageText.bytes(message(thrown));
        byte[] stack = PageText.bytes(stack(thrown.getStackTrace()), PageLayout.MAX_STACK_BYTES);
        int texts = PageText.length(type) + PageText.length(message) + PageText.length(stack);
        int block = page.add(PageLayout.FAILURE, PageText.aligned(PageLayout.FAILURE_TEXTS_OFFSET + texts));
        if (block != StatisticsPage.NO_ROOM) {
            ByteBuffer written = page.memory();
            written.putInt(block + PageLayout.FAILURE_ROW_OFFSET, row);
            written.putLong(block + PageLayout.FAILURE_FIRST_OFFSET, System.currentTimeMillis());
            int offset = PageText.put(written, block + PageLayout.FAILURE_TEXTS_OFFSET, type);
            offset = PageText.put(written, offset, message);
            PageText.put(written, offset, stack);
        }
        return block;
    }

    private static String message(Throwable thrown) {
        try {
            String message = thrown.getMessage();
            return message == null ? "" : message;
        } catch (RuntimeException e) {
            return ""; // the application's own kind of exception
        }
    }

    private static String stack(StackTraceElement[] frames) {
        StringBuilder stack = new StringBuilder();
        for (int i = 0; i < Math.min(frames.length, MOST_FRAMES); i++) {
            stack.append(i == 0 ? "" : " < ").append(frames[i]);
        }
        return stack.toString();
    }
}
