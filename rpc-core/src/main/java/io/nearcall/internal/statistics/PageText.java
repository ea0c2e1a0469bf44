// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Texts on a page: a length of two bytes, followed by UTF-8. */
final class PageText {

    private static final int LENGTH_BYTES = 2;

    private PageText() {}

    /** Returns the bytes of a text that are written: a long text is cut. */
    static byte[] bytes(String text) {
        return bytes(text, PageLayout.MAX_TEXT_BYTES);
    }

    static byte[] bytes(String text, int mostBytes) {
        byte[] all = text.getBytes(StandardCharsets.UTF_8);
        return all.length <= mostBytes ? all : Arrays.copyOf(all, mostBytes);
    }

    /** Returns several texts, one behind the other, as they are written. */
    static byte[] all(String... texts) {
        ByteBuffer all = ByteBuffer.allocate(texts.length * (LENGTH_BYTES + PageLayout.MAX_TEXT_BYTES))
                .order(ByteOrder.LITTLE_ENDIAN);
        int end = 0;
        for (String text : texts) {
            end = put(all, end, bytes(text));
        }
        return Arrays.copyOf(all.array(), end);
    }

    static int length(byte[] text) {
        return LENGTH_BYTES + text.length;
    }

    /** Returns the length of a block with so many bytes in it. */
    static int aligned(int length) {
        return length + PageLayout.ALIGNMENT - 1 & -PageLayout.ALIGNMENT;
    }

    /** Writes one text, and returns the offset of the next one. */
    static int put(ByteBuffer page, int offset, byte[] text) {
        page.putShort(offset, (short) text.length);
        for (int i = 0; i < text.length; i++) {
            page.put(offset + LENGTH_BYTES + i, text[i]);
        }
        return offset + length(text);
    }
}
