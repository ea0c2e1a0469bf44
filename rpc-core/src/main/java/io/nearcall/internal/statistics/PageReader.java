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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads statistics pages, whoever has written them. Asks nothing of their processes. */
public final class PageReader {

    /* A copy is read, by a system call, for three reasons: a file that is cut off meanwhile is short, where a map of it would
     * raise a signal; nothing changes under the checks; and the page is small. On a tmpfs the copy is of the very memory that
     * the writer has mapped. */

    private static final int LOOKS = 20;
    private static final long BETWEEN_LOOKS_MS = 1;

    private PageReader() {}

    /** The page; null if there is none, or it is none of this version. */
    public static PageView read(String path) {
        return read(path, PageLayout.MAX_LENGTH);
    }

    /** As above, without methods and connections. */
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

    /** Null if it is no page. */
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
        Blocks blocks = new Blocks();
        boolean whole = blocks.read(page);
        blocks.readLog(page);
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
                blocks.methods(),
                blocks.connections,
                blocks.failures,
                blocks.events);
    }

    /** That many, of which those that are not there are empty. */
    private static List<String> texts(ByteBuffer page, int from, int end, int count) {
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

    /** Without what could tell a terminal to do something. */
    private static String text(ByteBuffer page, int offset, int length) {
        String text = new String(page.array(), offset, length, StandardCharsets.UTF_8);
        StringBuilder clean = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int c = text.codePointAt(i);
            clean.appendCodePoint(isHarmless(c) ? c : '?');
        }
        return clean.toString();
    }

    /** Whether a character tells no terminal to do anything. */
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

    /** What comes behind the header. */
    private static final class Blocks {

        /** In the order of the layout's numbers, from 1 on. */
        private static final PageView.Kind[] KINDS = PageView.Kind.values();

        private final Map<Integer, PageView.Method> ended = new HashMap<>();
        private final Map<Integer, Long> calls = new HashMap<>();
        private final Map<Integer, Durations> durations = new HashMap<>();
        private final List<PageView.Connection> connections = new ArrayList<>();
        private final List<PageView.Failure> failures = new ArrayList<>();
        private final List<PageView.Event> events = new ArrayList<>();
        private final List<Integer> logBlocks = new ArrayList<>(); // read last, when the methods are known

        /** Whether all of them are as they have to be. Reads no further than to the first that is not. */
        boolean read(ByteBuffer page) {
            int end = page.getInt(PageLayout.END_OFFSET);
            int offset = PageLayout.HEADER_LENGTH;
            int last = Math.min(page.capacity(), end);
            while (last - offset >= PageLayout.ALIGNMENT) {
                int length = page.getInt(offset + PageLayout.LENGTH_OFFSET);
                if (length < PageLayout.ALIGNMENT || length % PageLayout.ALIGNMENT != 0 || length > last - offset) {
                    return false;
                }
                read(page, offset, length);
                offset += length;
            }
            return offset == end;
        }

        private void read(ByteBuffer page, int block, int length) {
            switch (page.getInt(block + PageLayout.TYPE_OFFSET)) {
                case PageLayout.METHOD -> readMethod(page, block, block + length);
                case PageLayout.CONNECTION -> {
                    if (length == PageLayout.CONNECTION_LENGTH
                            && page.getInt(block + PageLayout.CONNECTION_STATE_OFFSET) == PageLayout.CONNECTED) {
                        readConnection(page, block);
                    }
                }
                case PageLayout.CELL ->
                    calls.merge(
                            page.getInt(block + PageLayout.CELL_ROW_OFFSET),
                            page.getLong(block + PageLayout.CELL_CALLS_OFFSET),
                            Long::sum);
                case PageLayout.DURATIONS -> {
                    if (length == PageLayout.DURATIONS_LENGTH) {
                        durations.putIfAbsent(
                                page.getInt(block + PageLayout.DURATIONS_ROW_OFFSET), durations(page, block));
                    }
                }
                case PageLayout.FAILURE -> logBlocks.add(block);
                case PageLayout.EVENTS -> {
                    if (length == PageLayout.EVENTS_LENGTH) {
                        logBlocks.add(block);
                    }
                }
                default -> {} // of a later version, which has added it
            }
        }

        private void readMethod(ByteBuffer page, int block, int end) {
            List<String> texts = texts(page, Math.min(block + PageLayout.METHOD_TEXTS_OFFSET, end), end, 3);
            ended.putIfAbsent(
                    page.getInt(block + PageLayout.METHOD_ROW_OFFSET),
                    new PageView.Method(
                            page.getInt(block + PageLayout.METHOD_SIDE_OFFSET) == PageLayout.SERVED,
                            texts.get(0),
                            texts.get(1),
                            texts.get(2),
                            page.getLong(block + PageLayout.METHOD_CALLS_OFFSET),
                            page.getLong(block + PageLayout.METHOD_FAILURES_OFFSET),
                            Durations.NONE));
        }

        private static Durations durations(ByteBuffer page, int block) {
            long[] buckets = new long[Durations.BUCKETS];
            for (int i = 0; i < buckets.length; i++) {
                buckets[i] = page.getLong(block + PageLayout.DURATIONS_BUCKETS_OFFSET + i * Long.BYTES);
            }
            return new Durations(
                    page.getLong(block + PageLayout.DURATIONS_SUM_OFFSET),
                    page.getLong(block + PageLayout.DURATIONS_LONGEST_OFFSET),
                    buckets);
        }

        private void readConnection(ByteBuffer page, int block) {
            connections.add(new PageView.Connection(
                    page.getInt(block + PageLayout.CONNECTION_PEER_OFFSET),
                    page.getInt(block + PageLayout.CONNECTION_SIDE_OFFSET) == PageLayout.CALLED,
                    page.getLong(block + PageLayout.CONNECTION_OPENED_OFFSET),
                    texts(page, block + PageLayout.CONNECTION_TEXTS_OFFSET, block + PageLayout.CONNECTION_LENGTH, 1)
                            .get(0)));
        }

        /** What refers to methods. */
        void readLog(ByteBuffer page) {
            for (int block : logBlocks) {
                if (page.getInt(block + PageLayout.TYPE_OFFSET) == PageLayout.FAILURE) {
                    readFailure(page, block);
                } else {
                    readEvents(page, block);
                }
            }
        }

        private void readFailure(ByteBuffer page, int block) {
            PageView.Method method = ended.get(page.getInt(block + PageLayout.FAILURE_ROW_OFFSET));
            int end = block + page.getInt(block + PageLayout.LENGTH_OFFSET);
            List<String> texts = texts(page, Math.min(block + PageLayout.FAILURE_TEXTS_OFFSET, end), end, 3);
            if (method != null) {
                failures.add(new PageView.Failure(
                        method,
                        page.getLong(block + PageLayout.FAILURE_COUNT_OFFSET),
                        page.getLong(block + PageLayout.FAILURE_FIRST_OFFSET),
                        page.getLong(block + PageLayout.FAILURE_LAST_OFFSET),
                        texts.get(0),
                        texts.get(1),
                        texts.get(2)));
            }
        }

        /** The oldest first. */
        private void readEvents(ByteBuffer page, int block) {
            Map<Integer, PageView.Event> byNumber = new TreeMap<>();
            for (int i = 0; i < PageLayout.EVENTS_KEPT; i++) {
                int event = block + PageLayout.EVENTS_FIRST_OFFSET + i * PageLayout.EVENT_LENGTH;
                int kind = page.getInt(event + PageLayout.EVENT_KIND_OFFSET);
                if (kind >= 1 && kind <= KINDS.length) {
                    byNumber.put(
                            page.getInt(event + PageLayout.EVENT_NUMBER_OFFSET),
                            new PageView.Event(
                                    KINDS[kind - 1],
                                    page.getLong(event + PageLayout.EVENT_TIME_OFFSET),
                                    ended.get(page.getInt(event + PageLayout.EVENT_ROW_OFFSET)),
                                    page.getInt(event + PageLayout.EVENT_PEER_OFFSET),
                                    page.getLong(event + PageLayout.EVENT_DURATION_OFFSET)));
                }
            }
            events.addAll(byNumber.values());
        }

        List<PageView.Method> methods() {
            List<PageView.Method> methods = new ArrayList<>();
            ended.keySet().stream().sorted().forEach(row -> {
                PageView.Method method = ended.get(row);
                methods.add(new PageView.Method(
                        method.served(),
                        method.service(),
                        method.type(),
                        method.signature(),
                        method.calls() + calls.getOrDefault(row, 0L),
                        method.failures(),
                        durations.getOrDefault(row, Durations.NONE)));
            });
            return methods;
        }
    }
}
