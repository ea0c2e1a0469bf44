// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** The workshop that the tests call. */
public final class QuietWorkshop implements Workshop {

    private final AtomicInteger heeded = new AtomicInteger();
    private final AtomicInteger waits = new AtomicInteger();
    private final AtomicInteger interruptions = new AtomicInteger();
    private final AtomicReference<CyclicBarrier> meeting = new AtomicReference<>();
    private final List<Integer> noted = Collections.synchronizedList(new ArrayList<>());

    @Override
    public int pid() {
        return (int) ProcessHandle.current().pid();
    }

    @Override
    public int echo(int number) {
        return number;
    }

    @Override
    public int work(int number, long sleepMs) throws InterruptedException {
        Thread.sleep(sleepMs);
        return number;
    }

    @Override
    public int meet(int parties) throws Exception {
        return meeting.updateAndGet(known -> known == null ? new CyclicBarrier(parties) : known)
                .await();
    }

    @Override
    public int workQuickly(int number, long sleepUs) {
        long endNs = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(sleepUs);
        while (System.nanoTime() - endNs < 0 && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(endNs - System.nanoTime());
        }
        return number;
    }

    @Override
    public void waitForInterrupt() {
        waits.incrementAndGet();
        try {
            Thread.sleep(60_000); // until it is interrupted
        } catch (InterruptedException e) {
            interruptions.incrementAndGet();
        }
    }

    @Override
    public void waitForInterruptQuickly() {
        waitForInterrupt();
    }

    @Override
    public void waitForEver() {
        waitForInterrupt();
    }

    @Override
    public int waits() {
        return waits.get();
    }

    @Override
    public int interruptions() {
        return interruptions.get();
    }

    @Override
    public boolean isInterrupted() {
        return Thread.currentThread().isInterrupted();
    }

    @Override
    public void interruptItself() {
        Thread.currentThread().interrupt();
    }

    @Override
    public CompletableFuture<Integer> later(int number, long sleepMs) {
        return new CompletableFuture<Integer>().completeOnTimeout(number, sleepMs, TimeUnit.MILLISECONDS);
    }

    @Override
    public CompletableFuture<Integer> laterQuickly(int number, long sleepMs) {
        return later(number, sleepMs);
    }

    @Override
    public CompletableFuture<Integer> never() {
        return new CompletableFuture<>();
    }

    @Override
    public void note(int number) {
        noted.add(number);
    }

    @Override
    public void noteSlowly(int number, long sleepMs) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(sleepMs));
        noted.add(number);
    }

    @Override
    public List<Integer> noted() {
        return new ArrayList<>(noted);
    }

    @Override
    public int notedCount() {
        return noted.size();
    }

    @Override
    public byte[] bytes(byte[] content) {
        return content;
    }

    @Override
    public void heed(byte[] content) {
        heeded.incrementAndGet();
    }

    @Override
    public int heeded() {
        return heeded.get();
    }

    @Override
    public int usedMegabytes() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return (int) (runtime.totalMemory() - runtime.freeMemory() >> 20);
    }

    @Override
    public void exit(int status) {
        System.exit(status);
    }

    @Override
    public void exitInCall(int status) {
        System.exit(status);
    }
}
