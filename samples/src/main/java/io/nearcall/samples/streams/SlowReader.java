// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.streams;

import io.nearcall.samples.streams.Log.Entry;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;

/** Takes its time over each entry, then requests the next one. Cancels after a given number of entries. */
final class SlowReader implements Flow.Subscriber<Entry> {

    private static final long TIME_PER_ENTRY_MS = 20;

    private final CountDownLatch left;
    private Flow.Subscription subscription;

    SlowReader(int entries) {
        this.left = new CountDownLatch(entries);
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        subscription.request(1);
    }

    @Override
    public void onNext(Entry entry) {
        try {
            TimeUnit.MILLISECONDS.sleep(TIME_PER_ENTRY_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        left.countDown();
        if (left.getCount() > 0) {
            subscription.request(1);
        } else {
            subscription.cancel();
        }
    }

    @Override
    public void onError(Throwable thrown) {
        System.err.println("The tail has ended: " + thrown.getMessage());
        while (left.getCount() > 0) {
            left.countDown();
        }
    }

    @Override
    public void onComplete() {
        onError(new IllegalStateException("the log is closed"));
    }

    /** Blocks until the reader has had enough entries, or no more will come. */
    void await() throws InterruptedException {
        left.await();
    }
}
