// SPDX-License-Identifier: Apache-2.0
package io.nearcall.stream;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** An {@link Archive} that counts. */
public final class Shelf implements Archive {

    final AtomicLong produced = new AtomicLong();
    final AtomicLong requested = new AtomicLong();
    final AtomicInteger closed = new AtomicInteger();
    final AtomicInteger pulling = new AtomicInteger();
    private final Semaphore written = new Semaphore(0);
    private final SubmissionPublisher<String> news = new SubmissionPublisher<>();

    /** Finds out whether two threads are in it at once, and whether it is closed more than once. */
    private abstract class Watched<T> implements Iterator<T>, AutoCloseable {
        private final long count;
        private long next;
        private final AtomicInteger inside = new AtomicInteger();
        private boolean isClosed;

        Watched(long count) {
            this.count = count;
        }

        abstract T make(long number);

        @Override
        public boolean hasNext() {
            return next < count;
        }

        @Override
        public T next() {
            if (inside.incrementAndGet() != 1 || isClosed) {
                throw new AssertionError("inside=" + inside + " closed=" + isClosed);
            }
            pulling.incrementAndGet();
            try {
                produced.incrementAndGet();
                return make(next++);
            } finally {
                pulling.decrementAndGet();
                inside.decrementAndGet();
            }
        }

        @Override
        public void close() {
            if (isClosed || inside.get() != 0) {
                throw new AssertionError("inside=" + inside + " closed=" + isClosed);
            }
            isClosed = true;
            closed.incrementAndGet();
        }
    }

    private static Line line(long number) {
        return new Line(number, "line " + number);
    }

    @Override
    public Iterator<Line> lines(long count) {
        return new Watched<>(count) {
            @Override
            Line make(long number) {
                return line(number);
            }
        };
    }

    @Override
    public Stream<Line> endless() {
        return Stream.iterate(0L, number -> number + 1)
                .peek(number -> produced.incrementAndGet())
                .map(Shelf::line)
                .onClose(closed::incrementAndGet);
    }

    @Override
    public Iterator<Line> torn(long count) {
        return new Watched<>(Long.MAX_VALUE) {
            @Override
            Line make(long number) {
                if (number == count) {
                    throw new Torn("page " + number);
                }
                return line(number);
            }
        };
    }

    @Override
    public Iterator<Line> awaited() {
        return new Watched<>(Long.MAX_VALUE) {
            @Override
            Line make(long number) {
                try {
                    written.acquire();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return line(number);
            }
        };
    }

    @Override
    public void write(int lines) {
        written.release(lines);
    }

    @Override
    public Iterator<byte[]> pages(int lengthBytes) {
        return new Watched<>(Long.MAX_VALUE) {
            @Override
            byte[] make(long number) {
                return new byte[lengthBytes];
            }
        };
    }

    @Override
    public Iterator<Object> any() {
        return Arrays.<Object>asList(null, "a", 7, null, List.of(1, 2), Line.class)
                .iterator();
    }

    @Override
    public Stream<String> none() {
        return null;
    }

    @Override
    public IntStream ints(int count) {
        return IntStream.range(0, count);
    }

    @Override
    public LongStream longs(int count) {
        return LongStream.range(0, count);
    }

    @Override
    public DoubleStream doubles(int count) {
        return IntStream.range(0, count).asDoubleStream();
    }

    /** Sends on the thread that requests. */
    private final class Lines implements Flow.Publisher<Line> {
        private final long count;
        private final RuntimeException end;

        Lines(long count, RuntimeException end) {
            this.count = count;
            this.end = end;
        }

        @Override
        public void subscribe(Flow.Subscriber<? super Line> subscriber) {
            subscriber.onSubscribe(new Flow.Subscription() {
                private final AtomicBoolean over = new AtomicBoolean();
                private long next;

                @Override
                public void request(long more) {
                    requested.addAndGet(more);
                    for (long i = 0; i < more && next < count && !over.get(); i++) {
                        produced.incrementAndGet();
                        subscriber.onNext(line(next++));
                    }
                    if (next == count && !over.getAndSet(true)) {
                        if (end == null) {
                            subscriber.onComplete();
                        } else {
                            subscriber.onError(end);
                        }
                    }
                }

                @Override
                public void cancel() {
                    if (!over.getAndSet(true)) {
                        closed.incrementAndGet();
                    }
                }
            });
        }
    }

    @Override
    public Flow.Publisher<Line> published(long count) {
        return new Lines(count, null);
    }

    @Override
    public Flow.Publisher<Line> publishedTorn(long count) {
        return new Lines(count, new Torn("page " + count));
    }

    @Override
    public Flow.Publisher<Line> unruly() {
        return subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long more) {
                for (int i = 0; i < more + 2; i++) {
                    subscriber.onNext(line(i));
                }
            }

            @Override
            public void cancel() {
                closed.incrementAndGet();
            }
        });
    }

    @Override
    public Flow.Publisher<String> news() {
        return news;
    }

    @Override
    public void announce(String text) {
        news.submit(text);
    }

    @Override
    public Flow.Publisher<String> relay(Flow.Publisher<String> publisher) {
        return publisher;
    }

    @Override
    public long sum(Iterator<Integer> numbers) {
        long sum = 0;
        while (numbers.hasNext()) {
            sum += numbers.next();
        }
        return sum;
    }

    @Override
    public long sumOfStream(Stream<Integer> numbers) {
        return numbers.mapToLong(Integer::longValue).sum();
    }

    @Override
    public void addLater(Iterator<Integer> numbers) {
        numbers.forEachRemaining(produced::addAndGet);
    }

    @Override
    public void ignore(Stream<Integer> numbers, Object other) {}

    @Override
    public long sumOfFirst(Flow.Publisher<Integer> numbers, int count) {
        Reader<Integer> reader = new Reader<>();
        numbers.subscribe(reader);
        reader.subscription().request(count);
        long sum = 0;
        for (Integer number : reader.take(count)) {
            sum += number;
        }
        reader.subscription().cancel();
        return sum;
    }

    @Override
    public Seen seen() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return new Seen(produced.get(), closed.get(), runtime.totalMemory() - runtime.freeMemory());
    }

    static <T> List<T> listOf(Iterator<T> elements) {
        List<T> list = new ArrayList<>();
        elements.forEachRemaining(list::add);
        return list;
    }
}
