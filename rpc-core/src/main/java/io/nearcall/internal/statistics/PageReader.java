// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.OsException;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads statistics pages, whoever has written them. Does not ask their processes for anything. */
public final class PageReader {

    /* A copy is read by a system call, for three reasons. If the file is cut off meanwhile, the copy is short, whereas
     * a map would raise a signal. Nothing changes during the checks. And the page is small. On a tmpfs, the copy is
     * taken from the very memory that the writer has mapped. */

    private static final int LOOKS = 20;
    private static final long BETWEEN_LOOKS_MS = 1;

    private PageReader() {}

    /** Returns the page; null if there is none, or if it has another version. */
    public static PageView read(String path) {
        return read(path, PageLayout.MAX_LENGTH);
    }

    /** Returns the page without methods and connections; null as in {@link #read(String)}. */
    static PageView readHeader(String path) {
        return read(path, PageLayout.HEADER_LENGTH);
    }

    private static PageView read(String path, int mostBytes) {
        try {
            FileStatus status = Host.current().lstat(path);
            if (status == null || !status.isRegularFile()) {
                return null; // a FIFO would keep its reader waiting
            }
            ByteBuffer copy = copy(path, mostBytes);
            for (int i = 1; i < LOOKS && copy != null && isChanging(path, copy); i++) {
                Thread.sleep(BETWEEN_LOOKS_MS);
                copy = copy(path, mostBytes);
            }
            return copy == null ? null : view(path, copy);
        } catch (IOException | OsException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private static boolean isChanging(String path, ByteBuffer copy) throws IOException {
        long changes = copy.getLong(PageLayout.CHANGES_OFFSET);
        if ((changes & 1) != 0) {
            return true;
        }
        if (copy.capacity() == PageLayout.HEADER_LENGTH) {
            return false;
        }
        ByteBuffer again = copy(path, PageLayout.HEADER_LENGTH);
        return again != null && again.getLong(PageLayout.CHANGES_OFFSET) != changes;
    }

    /** Returns null if the file is not a page. */
    private static ByteBuffer copy(String path, int mostBytes) throws IOException {
        try (FileInputStream in = new FileInputStream(path)) {
            ByteBuffer copy = ByteBuffer.wrap(in.readNBytes(mostBytes)).order(ByteOrder.LITTLE_ENDIAN);
            return copy.capacity() < PageLayout.HEADER_LENGTH
                            || copy.getLong(PageLayout.MAGIC_OFFSET) != PageLayout.MAGIC
                            || copy.getInt(PageLayout.VERSION_OFFSET) != PageLayout.VERSION
                    ? null
                    : copy;
        }
    }

    private static PageView view(String path, ByteBuffer page) {
        List<String> texts = texts(page, PageLayout.TEXTS_OFFSET, PageLayout.TEXTS_END, 5);
        PageBlocks blocks = new PageBlocks(page);
        boolean whole = blocks.read();
        List<PageView.Method> methods = blocks.methods();
        return new PageView(
                path,
                page.getInt(PageLayout.PID_OFFSET),
                page.getLong(PageLayout.START_TICKS_OFFSET),
                page.getLong(PageLayout.OPENED_OFFSET),
                page.getInt(PageLayout.STATE_OFFSET) == PageLayout.CLOSING,
                whole,
                page.getLong(PageLayout.UNCOUNTED_OFFSET),
                texts.get(0),
                texts.get(1),
                texts.get(2),
                texts.get(3),
                texts.get(4),
                methods,
                blocks.connections(),
                blocks.callsByConnection(),
                blocks.failures(),
                blocks.refusals(),
                blocks.events());
    }

    /** Returns {@code count} texts. Missing ones are empty. */
    static List<String> texts(ByteBuffer page, int from, int end, int count) {
        List<String> texts = new ArrayList<>();
        int offset = from;
        while (texts.size() < count) {
            int length = offset + Short.BYTES <= end ? page.getShort(offset) & 0xffff : 0;
            boolean fits = length <= end - offset - Short.BYTES;
            texts.add(fits ? text(page, offset + Short.BYTES, length) : "");
            offset = fits ? offset + Short.BYTES + length : end;
        }
        return texts;
    }

    private static String text(ByteBuffer page, int offset, int length) {
        return harmless(new String(page.array(), offset, length, StandardCharsets.UTF_8));
    }

    /** Returns the text without characters that could control a terminal. */
    public static String harmless(String text) {
        if (isPlain(text)) {
            return text;
        }
        StringBuilder clean = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int c = text.codePointAt(i);
            clean.appendCodePoint(isHarmless(c) ? c : '?');
        }
        return clean.toString();
    }

    /** Returns whether the text has printable ASCII characters only. */
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }

    /** Returns whether a character cannot control a terminal. */
    public static boolean isHarmless(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
