// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.OsException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
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
        return read(path, PageLayout.MAX_LENGTH, null, false);
    }

    /** As {@link #read(String)}, but returns null also for a page of another runtime directory's endpoint. */
    public static PageView read(String path, String runtimeDirectory) {
        return read(path, PageLayout.MAX_LENGTH, runtimeDirectory, false);
    }

    /**
     * As {@link #read(String, String)}, but without calls of connections, failures, refusals and events. Takes less
     * time.
     */
    public static PageView readCounts(String path, String runtimeDirectory) {
        return read(path, PageLayout.MAX_LENGTH, runtimeDirectory, true);
    }

    /** Returns the page without methods and connections; null as in {@link #read(String)}. */
    static PageView readHeader(String path) {
        return read(path, PageLayout.HEADER_LENGTH, null, true);
    }

    private static PageView read(String path, int mostBytes, String runtimeDirectory, boolean countsOnly) {
        try {
            FileStatus status = Host.current().lstat(path);
            if (status == null || !status.isRegularFile()) {
                return null; // a FIFO would keep its reader waiting
            }
            try (RandomAccessFile file = new RandomAccessFile(path, "r")) {
                ByteBuffer copy = copy(file, mostBytes);
                for (int i = 1; i < LOOKS && copy != null && isChanging(file, copy); i++) {
                    Thread.sleep(BETWEEN_LOOKS_MS);
                    copy = copy(file, mostBytes);
                }
                return copy == null ? null : view(path, copy, runtimeDirectory, countsOnly);
            }
        } catch (IOException | OsException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** Returns null if the file is not a page. The copy ends where the blocks end. */
    private static ByteBuffer copy(RandomAccessFile file, int mostBytes) throws IOException {
        file.seek(0);
        byte[] header = new byte[PageLayout.HEADER_LENGTH];
        ByteBuffer copy = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
        if (read(file, header, 0) < header.length
                || copy.getLong(PageLayout.MAGIC_OFFSET) != PageLayout.MAGIC
                || copy.getInt(PageLayout.VERSION_OFFSET) != PageLayout.VERSION) {
            return null;
        }
        long bytes = Math.min(Math.min(copy.getInt(PageLayout.END_OFFSET), mostBytes), file.length());
        if (bytes <= header.length) {
            return copy;
        }
        byte[] all = Arrays.copyOf(header, (int) bytes);
        int length = read(file, all, header.length);
        return ByteBuffer.wrap(length == bytes ? all : Arrays.copyOf(all, length))
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Fills the array from an index on, unless the file ends before. Returns the index behind what was read. */
    private static int read(RandomAccessFile file, byte[] into, int from) throws IOException {
        int to = from;
        int count = 1;
        while (to < into.length && count > 0) {
            count = file.read(into, to, into.length - to);
            to += Math.max(0, count);
        }
        return to;
    }

    /** Returns whether totals were being moved when the copy was begun, or have been moved since. */
    private static boolean isChanging(RandomAccessFile file, ByteBuffer copy) throws IOException {
        long changes = copy.getLong(PageLayout.CHANGES_OFFSET);
        if ((changes & 1) != 0) {
            return true;
        }
        if (copy.capacity() == PageLayout.HEADER_LENGTH) {
            return false;
        }
        byte[] now = new byte[Long.BYTES];
        file.seek(PageLayout.CHANGES_OFFSET);
        return read(file, now, 0) == now.length
                && ByteBuffer.wrap(now).order(ByteOrder.LITTLE_ENDIAN).getLong() != changes;
    }

    private static PageView view(String path, ByteBuffer page, String runtimeDirectory, boolean countsOnly) {
        List<String> texts = texts(page, PageLayout.TEXTS_OFFSET, PageLayout.TEXTS_END, 5);
        if (runtimeDirectory != null && !runtimeDirectory.equals(texts.get(4))) {
            return null;
        }
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
                countsOnly ? List.of() : blocks.callsByConnection(),
                countsOnly ? List.of() : blocks.failures(),
                countsOnly ? List.of() : blocks.refusals(),
                countsOnly ? List.of() : blocks.events());
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
