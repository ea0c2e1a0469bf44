// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The blocks behind the header of a page, in a copy that nobody changes. Trusts no number, whoever has written it. */
final class PageBlocks {

    /** In the order of the layout's numbers, from 1 on. */
    private static final PageView.Kind[] KINDS = PageView.Kind.values();

    private final ByteBuffer page;
    private final Map<Integer, Integer> methodBlocks = new TreeMap<>(); // by row
    private final Map<Integer, PageView.Connection> connections = new TreeMap<>(); // by number
    private final Map<Integer, Integer> durationBlocks = new HashMap<>(); // by row
    private final List<Integer> cells = new ArrayList<>();
    private final List<Integer> failureBlocks = new ArrayList<>();
    private final Map<Integer, PageView.Failure> failures = new HashMap<>(); // by block; filled by failures()
    private final Map<Integer, PageView.Refusals> refusals = new TreeMap<>(); // by number
    private int eventsBlock;
    private final Map<Integer, PageView.Method> methods = new TreeMap<>(); // by row; filled by methods()

    PageBlocks(ByteBuffer page) {
        this.page = page;
    }

    /** Reads the blocks up to the first invalid one. Returns whether all are valid. */
    boolean read() {
        int end = page.getInt(PageLayout.END_OFFSET);
        int offset = PageLayout.HEADER_LENGTH;
        int last = Math.min(page.capacity(), end);
        while (last - offset >= PageLayout.ALIGNMENT) {
            int length = page.getInt(offset + PageLayout.LENGTH_OFFSET);
            if (length < PageLayout.ALIGNMENT || length % PageLayout.ALIGNMENT != 0 || length > last - offset) {
                return false;
            }
            read(offset, length);
            offset += length;
        }
        return offset == end;
    }

    private void read(int block, int length) {
        switch (page.getInt(block + PageLayout.TYPE_OFFSET)) {
            case PageLayout.METHOD ->
                methodBlocks.putIfAbsent(page.getInt(block + PageLayout.METHOD_ROW_OFFSET), block);
            case PageLayout.CONNECTION -> {
                if (length == PageLayout.CONNECTION_LENGTH
                        && page.getInt(block + PageLayout.CONNECTION_STATE_OFFSET) == PageLayout.CONNECTED) {
                    PageView.Connection connection = connection(block);
                    connections.putIfAbsent(connection.number(), connection);
                }
            }
            case PageLayout.CELL -> {
                if (length == PageLayout.CELL_LENGTH) {
                    cells.add(block);
                }
            }
            case PageLayout.DURATIONS -> {
                if (length == PageLayout.DURATIONS_LENGTH) {
                    durationBlocks.putIfAbsent(page.getInt(block + PageLayout.DURATIONS_ROW_OFFSET), block);
                }
            }
            case PageLayout.FAILURE -> failureBlocks.add(block);
            case PageLayout.REFUSAL ->
                refusals.putIfAbsent(page.getInt(block + PageLayout.REFUSAL_NUMBER_OFFSET), refusal(block));
            case PageLayout.EVENTS -> {
                if (length == PageLayout.EVENTS_LENGTH) {
                    eventsBlock = block;
                }
            }
            default -> {} // a type that a later version has added
        }
    }

    private List<String> texts(int block, int offset, int count) {
        int end = block + page.getInt(block + PageLayout.LENGTH_OFFSET);
        return PageReader.texts(page, Math.min(block + offset, end), end, count);
    }

    private PageView.Connection connection(int block) {
        int gauges = block + PageLayout.CONNECTION_GAUGES_OFFSET;
        return new PageView.Connection(
                page.getInt(block + PageLayout.CONNECTION_NUMBER_OFFSET),
                page.getInt(block + PageLayout.CONNECTION_PEER_OFFSET),
                page.getInt(block + PageLayout.CONNECTION_SIDE_OFFSET) == PageLayout.CALLED,
                page.getLong(block + PageLayout.CONNECTION_OPENED_OFFSET),
                texts(block, PageLayout.CONNECTION_TEXTS_OFFSET, 1).get(0),
                page.getInt(gauges + ConnectionStatistics.EXPORTED * Integer.BYTES),
                page.getInt(gauges + ConnectionStatistics.IMPORTED * Integer.BYTES),
                page.getInt(gauges + ConnectionStatistics.STREAMS * Integer.BYTES));
    }

    private PageView.Refusals refusal(int block) {
        return new PageView.Refusals(
                page.getInt(block + PageLayout.REFUSAL_SIDE_OFFSET) == PageLayout.SERVED,
                texts(block, PageLayout.REFUSAL_TEXTS_OFFSET, 1).get(0),
                page.getLong(block + PageLayout.REFUSAL_COUNT_OFFSET),
                page.getLong(block + PageLayout.REFUSAL_FIRST_OFFSET),
                page.getLong(block + PageLayout.REFUSAL_LAST_OFFSET));
    }

    /** The sums of some cells. */
    private static final class Sum {
        long calls;
        long ended;
        long callBytes;
        long answerBytes;
        long spun;
        long yielded;
        long slept;

        void add(ByteBuffer page, int cell) {
            calls += page.getLong(cell + PageLayout.CELL_CALLS_OFFSET);
            ended += page.getLong(cell + PageLayout.CELL_ENDED_OFFSET);
            callBytes += page.getLong(cell + PageLayout.CELL_CALL_BYTES_OFFSET);
            answerBytes += page.getLong(cell + PageLayout.CELL_ANSWER_BYTES_OFFSET);
            int at = cell + PageLayout.CELL_WAITS_OFFSET;
            spun += page.getLong(at + CallCounter.SPUN * Long.BYTES);
            yielded += page.getLong(at + CallCounter.YIELDED * Long.BYTES);
            slept += page.getLong(at + CallCounter.SLEPT * Long.BYTES);
        }

        PageView.Waits waits() {
            return new PageView.Waits(spun, yielded, slept);
        }

        /** Returns how many have begun and not ended. The copy may have caught a call in between, so at least 0. */
        long inFlight() {
            return Math.max(0, calls - ended);
        }
    }

    /** Returns the methods in the order of their rows. */
    List<PageView.Method> methods() {
        Map<Integer, Sum> sums = new HashMap<>();
        for (int cell : cells) {
            sums.computeIfAbsent(page.getInt(cell + PageLayout.CELL_ROW_OFFSET), row -> new Sum())
                    .add(page, cell);
        }
        methodBlocks.forEach((row, block) -> {
            Sum sum = sums.getOrDefault(row, new Sum());
            List<String> texts = texts(block, PageLayout.METHOD_TEXTS_OFFSET, 4);
            Integer durations = durationBlocks.get(row);
            methods.put(
                    row,
                    new PageView.Method(
                            page.getInt(block + PageLayout.METHOD_SIDE_OFFSET) == PageLayout.SERVED,
                            texts.get(0),
                            texts.get(1),
                            texts.get(2),
                            texts.get(3),
                            sum.calls,
                            page.getLong(block + PageLayout.METHOD_FAILURES_OFFSET),
                            isPartial(block) ? 0 : sum.inFlight(),
                            sum.callBytes,
                            sum.answerBytes,
                            sum.waits(),
                            durations == null ? Durations.NONE : durations(durations)));
        });
        return List.copyOf(methods.values());
    }

    /** Returns whether beginnings or ends of calls are missing. Then it is unknown which calls are in flight. */
    private boolean isPartial(int methodBlock) {
        return page.getInt(methodBlock + PageLayout.METHOD_PARTIAL_OFFSET) == PageLayout.PARTIAL;
    }

    private Durations durations(int block) {
        long[] buckets = new long[Durations.BUCKETS];
        int bytes = buckets.length * Long.BYTES;
        page.slice(block + PageLayout.DURATIONS_BUCKETS_OFFSET, bytes)
                .order(page.order())
                .asLongBuffer()
                .get(buckets); // at once: the command that looks is young, and interprets loops
        return new Durations(
                page.getLong(block + PageLayout.DURATIONS_SUM_OFFSET),
                page.getLong(block + PageLayout.DURATIONS_LONGEST_OFFSET),
                buckets);
    }

    List<PageView.Connection> connections() {
        return List.copyOf(connections.values());
    }

    /** Must be called after {@link #methods}, like the next ones. */
    List<PageView.ConnectionCalls> callsByConnection() {
        Map<Integer, Map<Integer, Sum>> sums = new TreeMap<>(); // by the connection's number, and row
        for (int cell : cells) {
            sums.computeIfAbsent(page.getInt(cell + PageLayout.CELL_CONNECTION_OFFSET), number -> new TreeMap<>())
                    .computeIfAbsent(page.getInt(cell + PageLayout.CELL_ROW_OFFSET), row -> new Sum())
                    .add(page, cell);
        }
        List<PageView.ConnectionCalls> calls = new ArrayList<>();
        sums.forEach((number, byRow) -> byRow.forEach((row, sum) -> {
            PageView.Connection connection = connections.get(number);
            PageView.Method method = methods.get(row);
            if (connection != null && method != null && sum.calls > 0) {
                long inFlight = isPartial(methodBlocks.get(row)) ? 0 : sum.inFlight();
                calls.add(new PageView.ConnectionCalls(method, connection, sum.calls, inFlight));
            }
        }));
        return calls;
    }

    /** Must be called after {@link #methods}. */
    List<PageView.Failure> failures() {
        List<PageView.Failure> all = new ArrayList<>();
        for (int block : failureBlocks) {
            PageView.Method method = methods.get(page.getInt(block + PageLayout.FAILURE_ROW_OFFSET));
            List<String> texts = texts(block, PageLayout.FAILURE_TEXTS_OFFSET, 3);
            if (method != null) {
                PageView.Failure failure = new PageView.Failure(
                        method,
                        page.getLong(block + PageLayout.FAILURE_COUNT_OFFSET),
                        page.getLong(block + PageLayout.FAILURE_FIRST_OFFSET),
                        page.getLong(block + PageLayout.FAILURE_LAST_OFFSET),
                        texts.get(0),
                        texts.get(1),
                        texts.get(2));
                failures.put(block, failure);
                all.add(failure);
            }
        }
        return all;
    }

    List<PageView.Refusals> refusals() {
        return List.copyOf(refusals.values());
    }

    /** Returns the events, the oldest first. Must be called after {@link #failures}. */
    List<PageView.Event> events() {
        Map<Integer, PageView.Event> byNumber = new TreeMap<>();
        for (int i = 0; i < PageLayout.EVENTS_KEPT && eventsBlock != 0; i++) {
            int event = eventsBlock + PageLayout.EVENTS_FIRST_OFFSET + i * PageLayout.EVENT_LENGTH;
            int kind = page.getInt(event + PageLayout.EVENT_KIND_OFFSET);
            if (kind >= 1 && kind <= KINDS.length) {
                byNumber.put(page.getInt(event + PageLayout.EVENT_NUMBER_OFFSET), event(event, KINDS[kind - 1]));
            }
        }
        return List.copyOf(byNumber.values());
    }

    private PageView.Event event(int event, PageView.Kind kind) {
        int about = page.getInt(event + PageLayout.EVENT_ROW_OFFSET);
        boolean refused = kind == PageView.Kind.REFUSED;
        boolean failed = kind == PageView.Kind.FAILED;
        return new PageView.Event(
                page.getInt(event + PageLayout.EVENT_NUMBER_OFFSET),
                kind,
                page.getLong(event + PageLayout.EVENT_TIME_OFFSET),
                refused ? null : methods.get(about),
                refused ? refusals.get(about) : null,
                failed ? failures.get(page.getInt(event + PageLayout.EVENT_FAILURE_OFFSET)) : null,
                page.getInt(event + PageLayout.EVENT_PEER_OFFSET),
                page.getLong(event + PageLayout.EVENT_DURATION_OFFSET));
    }
}
