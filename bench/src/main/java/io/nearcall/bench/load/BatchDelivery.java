// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import io.nearcall.Remotes;

/** One-way calls in batches. Each batch wakes the service once. */
final class BatchDelivery implements Delivery {

    /** The name in tables and files. */
    static final String NAME = "one-way calls";

    private static final int CALLS = 1_000;

    private final Feed feed;

    BatchDelivery(Feed feed) {
        this.feed = feed;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public long deliver(long durationNs) {
        long before = feed.noted();
        long sent = 0;
        long beganNs = System.nanoTime();
        do {
            Remotes.batch(feed, BatchDelivery::call);
            sent += CALLS;
        } while (System.nanoTime() - beganNs < durationNs);
        Arrivals.check(sent, feed.noted() - before);
        return sent;
    }

    private static void call(Feed feed) {
        for (int i = 0; i < CALLS; i++) {
            feed.note(i, 1);
        }
    }
}
