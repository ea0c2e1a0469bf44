// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.kill;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Holds the calls of a client in their methods until its death has them interrupted. One client at a time. */
final class Held {

    private static final long PATIENCE_S = 10;

    private final CountDownLatch never = new CountDownLatch(1);
    private volatile CountDownLatch begun = new CountDownLatch(1);
    private volatile CountDownLatch ended = new CountDownLatch(1);

    /** Called before the client is told to call. */
    void expect() {
        begun = new CountDownLatch(1);
        ended = new CountDownLatch(1);
    }

    /** In a method. */
    void hold(long nonce) {
        CountDownLatch end = ended;
        begun.countDown();
        try {
            if (!never.await(PATIENCE_S, TimeUnit.SECONDS)) {
                return; // no thread has interrupted us, which awaitInterrupted() reports
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        end.countDown();
    }

    /** Whether a call has come. */
    boolean awaitBegun() throws InterruptedException {
        return begun.await(PATIENCE_S, TimeUnit.SECONDS);
    }

    /** Whether the methods have been interrupted, at least the first one. */
    boolean awaitInterrupted() throws InterruptedException {
        return ended.await(PATIENCE_S / 2, TimeUnit.SECONDS);
    }
}
