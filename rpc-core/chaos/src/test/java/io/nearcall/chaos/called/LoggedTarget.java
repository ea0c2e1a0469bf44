// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.called;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/** Logs each call first, and takes its time for every fourth call, so that it is often found working. */
public final class LoggedTarget implements Target {

    private static final long WORK_NS = 1_000_000;

    private static final int KEPT = 64;
    private static final long COLLECTED_S = 10;

    private final LongConsumer begun;
    private final AtomicReferenceArray<Witness> witnesses = new AtomicReferenceArray<>(KEPT);
    private final Set<Opened> opened = Collections.newSetFromMap(new WeakHashMap<>()); // guarded by itself

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

    @Override
    public long heard(long nonce, Witness witness) {
        begin(nonce);
        return witness.say(nonce);
    }

    @Override
    public Session open(long nonce, Witness witness) {
        begin(nonce);
        witnesses.set((int) nonce & KEPT - 1, witness);
        Opened session = new Opened(nonce);
        synchronized (opened) {
            opened.add(session);
        }
        return session;
    }

    private static final class Opened implements Session {
        private final long nonce;

        Opened(long nonce) {
            this.nonce = nonce;
        }

        @Override
        public long nonce() {
            return nonce;
        }
    }

    /** How many sessions are still referenced after all their holders have ended and had time to be forgotten. */
    public int sessionsLeft() throws InterruptedException {
        long startNs = System.nanoTime();
        while (true) {
            System.gc();
            synchronized (opened) {
                if (opened.isEmpty() || System.nanoTime() - startNs > TimeUnit.SECONDS.toNanos(COLLECTED_S)) {
                    return opened.size();
                }
            }
            Thread.sleep(10);
        }
    }
}
