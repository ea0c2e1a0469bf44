// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.races;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Takes naps, and logs which calls were begun, and which threads were interrupted. Any thread. */
final class NapLog implements Naps {

    final Set<Long> begun = ConcurrentHashMap.newKeySet();

    /** Nonces of calls whose method was interrupted, or whose future was cancelled. */
    final Set<Long> interrupted = ConcurrentHashMap.newKeySet();

    /** Nonces of calls whose thread was interrupted when they began. */
    final Set<Long> inherited = ConcurrentHashMap.newKeySet();

    private long sleep(long nonce, int napUs) {
        begun.add(nonce);
        if (Thread.currentThread().isInterrupted()) {
            inherited.add(nonce);
        }
        long endNs = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(napUs);
        for (long leftNs = endNs - System.nanoTime(); leftNs > 0; leftNs = endNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
            if (Thread.interrupted()) {
                interrupted.add(nonce);
                break;
            }
        }
        return nonce;
    }

    @Override
    public long nap(long nonce, int napUs) {
        return sleep(nonce, napUs);
    }

    @Override
    public CompletableFuture<Long> napFirst(long nonce, int napUs) {
        return CompletableFuture.completedFuture(sleep(nonce, napUs));
    }

    @Override
    public CompletableFuture<Long> napLater(long nonce, int napUs) {
        begun.add(nonce);
        CompletableFuture<Long> answer = new CompletableFuture<>();
        answer.whenComplete((value, thrown) -> {
            if (answer.isCancelled()) {
                interrupted.add(nonce);
            }
        });
        return answer.completeOnTimeout(nonce, napUs, TimeUnit.MICROSECONDS);
    }

    @Override
    public void doze(long nonce, int napUs) {
        sleep(nonce, napUs);
    }
}
