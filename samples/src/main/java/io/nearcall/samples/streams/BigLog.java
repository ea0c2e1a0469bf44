// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.streams;

import java.util.Iterator;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** A log of a billion entries. It takes no memory, because each entry is computed from its number. */
final class BigLog implements Log {

    static final long SIZE = 1_000_000_000;
    private static final int NODES = 97;
    private static final int FULL_DISKS = 1_009;

    private final AtomicLong lookedAt = new AtomicLong();
    private final AtomicInteger searches = new AtomicInteger();
    private final AtomicLong missed = new AtomicLong();
    private final AtomicLong written = new AtomicLong(SIZE);
    private final SubmissionPublisher<Entry> tail = new SubmissionPublisher<>();

    private static Entry entry(long number) {
        String event = number % FULL_DISKS == 0 ? "disk full" : "request served";
        return new Entry(number, event + " on node " + number % NODES);
    }

    @Override
    public Stream<Entry> search(String word) {
        searches.incrementAndGet();
        return LongStream.range(0, SIZE)
                .peek(number -> lookedAt.incrementAndGet())
                .mapToObj(BigLog::entry)
                .filter(entry -> entry.text().contains(word))
                .onClose(searches::decrementAndGet); // when the reader closes it, dies, or has read it all
    }

    @Override
    public Iterator<Entry> from(long number) {
        return LongStream.range(number, SIZE).mapToObj(BigLog::entry).iterator();
    }

    @Override
    public Entry get(long number) {
        return entry(number);
    }

    @Override
    public Flow.Publisher<Entry> tail() {
        return tail;
    }

    /** Writes one more entry. A reader that has not kept up, and already has 256 entries waiting, misses it. */
    void write() {
        tail.offer(entry(written.incrementAndGet()), (subscriber, entry) -> {
            missed.incrementAndGet();
            return false;
        });
    }

    @Override
    public Work work() {
        return new Work(lookedAt.get(), searches.get(), written.get(), missed.get());
    }
}
