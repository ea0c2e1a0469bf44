// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import java.util.stream.Stream;

/** The elements of streams that the service returns. Each stream is read to its end. */
final class StreamDelivery implements Delivery {

    /** The name in tables and files. */
    static final String NAME = "streamed items";

    private static final int ITEMS = 100 * 1_024;

    /** The sum of the items: the small numbers, again and again. */
    private static final long SUM = (CountingFeed.SMALL_NUMBERS - 1) * (long) ITEMS / 2;

    private final Feed feed;

    StreamDelivery(Feed feed) {
        this.feed = feed;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public long deliver(long durationNs) {
        long received = 0;
        long beganNs = System.nanoTime();
        do {
            try (Stream<Integer> numbers = feed.numbers(ITEMS)) {
                Arrivals.check(SUM, numbers.mapToLong(Integer::longValue).sum());
            }
            received += ITEMS;
        } while (System.nanoTime() - beganNs < durationNs);
        return received;
    }
}
