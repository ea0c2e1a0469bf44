// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.NearcallException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/** Calls on eight threads until it is ended, every other one of an idempotent method. */
final class ShopLoad {

    static final int THREADS = 8;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);

    /** Answers in which the balance shows. */
    private static final long WINDOW = 900;

    private final Shop shop;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong sales = new AtomicLong(); // those of the idempotent method have even numbers
    private final Map<Long, Long> answers = new ConcurrentHashMap<>(); // by server
    private final Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
    private final Queue<Failure> failures = new ConcurrentLinkedQueue<>();
    private final Queue<Long> sold = new ConcurrentLinkedQueue<>(); // by the other method
    private long longestNs; // guarded by this
    private volatile boolean ended;

    /** A call of the method that is not idempotent. */
    record Failure(long sale, NearcallException thrown) {
        boolean isSafeToRepeat() {
            return thrown.outcome().isSafeToRepeat();
        }
    }

    ShopLoad(Shop shop) {
        this.shop = shop;
        for (int i = 0; i < THREADS; i++) {
            threads.add(new Thread(this::call));
        }
        threads.forEach(Thread::start);
    }

    private void call() {
        while (!ended) {
            long sale = 2 * sales.incrementAndGet();
            take(sale, true);
            take(sale + 1, false);
        }
    }

    private void take(long sale, boolean again) {
        long sinceNs = System.nanoTime();
        try {
            answers.merge(again ? shop.sellAgain(sale) : shop.sell(sale), 1L, Long::sum);
            if (!again) {
                sold.add(sale);
            }
        } catch (Throwable e) {
            if (!again && e instanceof NearcallException thrown) {
                failures.add(new Failure(sale, thrown));
            } else {
                faults.add(e);
            }
        }
        took(System.nanoTime() - sinceNs);
    }

    private synchronized void took(long ns) {
        longestNs = Math.max(longestNs, ns);
    }

    /** How many calls each server has answered. */
    Map<Long, Long> answers() {
        return Map.copyOf(answers);
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
                pause(sinceNs);
            }
        }
    }

    /**
     * Waits until these servers share the calls in balance, five seconds at most: each has a third of the calls of some time,
     * give or take a quarter of that.
     */
    void awaitBalance(long... servers) throws InterruptedException {
        long sinceNs = System.nanoTime();
        long[] shares;
        do {
            long[] before = LongStream.of(servers).map(this::answersOf).toArray();
            do {
                pause(sinceNs);
                shares = new long[servers.length];
                for (int i = 0; i < servers.length; i++) {
                    shares[i] = answersOf(servers[i]) - before[i];
                }
            } while (LongStream.of(shares).sum() < WINDOW);
        } while (!areInBalance(shares));
    }

    private static boolean areInBalance(long[] shares) {
        double third = LongStream.of(shares).sum() / (double) shares.length;
        return LongStream.of(shares).allMatch(share -> Math.abs(share - third) <= third / 4);
    }

    private void pause(long sinceNs) throws InterruptedException {
        assertThat(System.nanoTime() - sinceNs).as("answers: %s", answers).isLessThan(PATIENCE_NS);
        TimeUnit.MILLISECONDS.sleep(10); // callers look again and again
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

    /** The calls of the other method that have failed. */
    Queue<Failure> failures() {
        return failures;
    }

    /** How long the longest call took. */
    synchronized long longestNs() {
        return longestNs;
    }

    /** Compares what the calls were told with the sales that have begun at all servers that there were. */
    void check(List<Long> begun) {
        Set<Long> once = new HashSet<>();
        assertThat(begun).as("sales that have begun twice").allMatch(sale -> once.add(sale) || sale % 2 == 0);
        assertThat(sold).as("sales that were answered").allMatch(once::contains);
        assertThat(failures)
                .as("sales that were told not to have begun")
                .noneMatch(failure -> failure.isSafeToRepeat() && once.contains(failure.sale()));
    }
}
