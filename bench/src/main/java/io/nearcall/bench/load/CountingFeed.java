// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Does almost nothing, so only the delivery of the messages is measured. */
final class CountingFeed implements Feed {

    /** Numbers up to this need no object of their own. */
    static final int SMALL_NUMBERS = 128;

    private final AtomicLong noted = new AtomicLong();

    /** The one-way calls of one thread follow each other, so nobody else writes meanwhile. */
    @Override
    public void note(int left, int right) {
        noted.lazySet(noted.get() + 1);
    }

    @Override
    public long noted() {
        return noted.get();
    }

    @Override
    public Stream<Integer> numbers(int count) {
        return IntStream.range(0, count).mapToObj(i -> i % SMALL_NUMBERS);
    }
}
