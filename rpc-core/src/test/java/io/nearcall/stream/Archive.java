// SPDX-License-Identifier: Apache-2.0
package io.nearcall.stream;

import io.nearcall.OneWay;
import io.nearcall.RemoteService;
import java.util.Iterator;
import java.util.concurrent.Flow;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** A service whose methods return and take streams of every kind. */
@RemoteService
public interface Archive {

    /** A line of a log. */
    record Line(long number, String text) {}

    /** Declared by the service, so the exception itself arrives. */
    final class Torn extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public Torn(String message) {
            super(message);
        }
    }

    /** What the service has seen of its streams. */
    record Seen(long produced, int closed, long usedBytes) {}

    /** The lines from 0 on. */
    Iterator<Line> lines(long count);

    /** As many as are asked for. */
    Stream<Line> endless();

    /** So many lines, then {@link Torn}. */
    Iterator<Line> torn(long count) throws Torn;

    /** Lines that only come when {@link #write} is called. */
    Iterator<Line> awaited();

    void write(int lines);

    Iterator<byte[]> pages(int lengthBytes);

    Iterator<Object> any();

    Stream<String> none();

    IntStream ints(int count);

    LongStream longs(int count);

    DoubleStream doubles(int count);

    /** The lines as fast as they are requested. */
    Flow.Publisher<Line> published(long count);

    Flow.Publisher<Line> publishedTorn(long count) throws Torn;

    /** A publisher that keeps to no rule: sends three lines at once whatever is requested. */
    Flow.Publisher<Line> unruly();

    /** The same for all, which lines reach by {@link #announce}. */
    Flow.Publisher<String> news();

    void announce(String text);

    /** The same, by way of the service. */
    Flow.Publisher<String> relay(Flow.Publisher<String> publisher);

    /** Adds up the numbers of the caller's stream. */
    long sum(Iterator<Integer> numbers);

    long sumOfStream(Stream<Integer> numbers);

    /** Adds them to {@link Seen#produced}. */
    @OneWay
    void addLater(Iterator<Integer> numbers);

    /** Does nothing with them, whatever the other one is. */
    void ignore(Stream<Integer> numbers, Object other);

    /** Takes the first so many, and gives the others up. */
    long sumOfFirst(Flow.Publisher<Integer> numbers, int count);

    Seen seen();
}
