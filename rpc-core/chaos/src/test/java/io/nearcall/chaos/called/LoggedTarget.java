// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.called;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/** Tells of each call before it does anything, and takes its time for every fourth, so that it is met at work. */
public final class LoggedTarget implements Target {

    private static final long WORK_NS = 1_000_000;

    private final LongConsumer begun;

    public LoggedTarget(LongConsumer begun) {
        this.begun = begun;
    }

    private long begin(long nonce) {
        begun.accept(nonce);
        if ((nonce & 3) == 0) {
            LockSupport.parkNanos(WORK_NS);
        }
        return nonce;
    }

    @Override
    public long ping(long nonce) {
        return begin(nonce);
    }

    @Override
    public Order order(Order order) {
        begin(order.nonce());
        return order;
    }

    @Override
    public byte[] echo(long nonce, byte[] bytes) {
        begin(nonce);
        return bytes;
    }

    @Override
    public CompletableFuture<Long> later(long nonce) {
        begun.accept(nonce);
        CompletableFuture<Long> answer = new CompletableFuture<>();
        return (nonce & 3) == 0
                ? answer.completeOnTimeout(nonce, WORK_NS, TimeUnit.NANOSECONDS)
                : CompletableFuture.completedFuture(nonce);
    }

    @Override
    public void post(long nonce) {
        begin(nonce);
    }
}
