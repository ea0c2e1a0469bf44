// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.NearcallException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** Calls on eight threads until it is ended, every other one of an idempotent method. */
final class ShopLoad {

    static final int THREADS = 8;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);

    private final Shop shop;
    private final List<Thread> threads = new ArrayList<>();
    private final Map<Long, Long> answers = new ConcurrentHashMap<>(); // by server
    private final Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
    private final Queue<NearcallException> failures = new ConcurrentLinkedQueue<>();
    private long longestNs; // guarded by this
    private volatile boolean ended;

    ShopLoad(Shop shop) {
        this.shop = shop;
        for (int i = 0; i < THREADS; i++) {
            threads.add(new Thread(this::call));
        }
        threads.forEach(Thread::start);
    }

    private void call() {
        for (int i = 0; !ended; i++) {
            boolean again = i % 2 == 0;
            long sinceNs = System.nanoTime();
            try {
                answers.merge(again ? shop.serveAgain() : shop.serve(), 1L, Long::sum);
            } catch (Throwable e) {
                if (!again && e instanceof NearcallException failure) {
                    failures.add(failure);
                } else {
                    faults.add(e);
                }
            }
            took(System.nanoTime() - sinceNs);
        }
    }

    private synchronized void took(long ns) {
        longestNs = Math.max(longestNs, ns);
    }

    private long answersOf(long server) {
        return answers.getOrDefault(server, 0L);
    }

    /** Waits until each of these servers has given so many more answers, five seconds at most. */
    void awaitAnswers(int more, long... servers) throws InterruptedException {
        long sinceNs = System.nanoTime();
        long[] before = new long[servers.length];
        for (int i = 0; i < servers.length; i++) {
            before[i] = answersOf(servers[i]);
        }
        for (int i = 0; i < servers.length; i++) {
            while (answersOf(servers[i]) < before[i] + more) {
                assertThat(System.nanoTime() - sinceNs)
                        .as("answers: %s", answers)
                        .isLessThan(PATIENCE_NS);
                TimeUnit.MILLISECONDS.sleep(10);
            }
        }
    }

    void end() throws InterruptedException {
        ended = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** What calls of the idempotent method have failed with, and what is no failure of Nearcall's. */
    Queue<Throwable> faults() {
        return faults;
    }

    /** What calls of the other method have failed with. */
    Queue<NearcallException> failures() {
        return failures;
    }

    /** How long the longest call took. */
    synchronized long longestNs() {
        return longestNs;
    }
}
