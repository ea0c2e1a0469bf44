// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.jvms;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Gives everything back as it came. */
final class Curator implements Gallery {

    private final AtomicInteger count = new AtomicInteger();

    @Override
    public void ping() {}

    @Override
    public long sum(boolean z, byte b, char c, short s, int i, long l, float f, double d) {
        return (z ? 1 : 0) + b + c + s + i + l + (long) f + (long) d;
    }

    @Override
    public String text(String text) {
        return text;
    }

    @Override
    public byte[] bytes(byte[] bytes) {
        return bytes;
    }

    @Override
    public Exhibit exhibit(Exhibit exhibit) {
        return exhibit;
    }

    @Override
    public Object same(Object thing) {
        return thing;
    }

    @Override
    public CompletableFuture<Exhibit> later(Exhibit exhibit) {
        return CompletableFuture.supplyAsync(() -> exhibit);
    }

    @Override
    public CompletableFuture<String> never(String why) {
        return CompletableFuture.failedFuture(new IllegalStateException(why));
    }

    @Override
    public void count(int by) {
        count.addAndGet(by);
    }

    @Override
    public int counted() {
        return count.get();
    }

    @Override
    public void fail(int how) throws Sold {
        IllegalArgumentException cause = new IllegalArgumentException("how=" + how);
        cause.addSuppressed(new ArithmeticException("too dear"));
        switch (how) {
            case 0 -> throw new Sold(7, cause);
            case 1 -> throw cause;
            default -> throw new UnsupportedOperationException("how=" + how);
        }
    }

    @Override
    public int version() {
        return Runtime.version().feature();
    }
}
