// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import io.nearcall.Deadline;
import io.nearcall.OneWay;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Work that takes its time. */
public interface Workshop {

    int pid();

    int echo(int number);

    /** Sleeps, then gives the number back. */
    int work(int number, long sleepMs) throws InterruptedException;

    /** Until as many calls of this method run at once. */
    int meet(int parties) throws Exception;

    @Deadline("5ms")
    int workQuickly(int number, long sleepUs);

    /** Sleeps until it is interrupted, and then says so by {@link #interruptions()}. */
    void waitForInterrupt();

    /** As {@link #waitForInterrupt()}, for at most 100 ms. */
    @Deadline("100ms")
    void waitForInterruptQuickly();

    /** As {@link #waitForInterrupt()}, and its caller waits as long. */
    @Deadline("NONE")
    void waitForEver();

    /** How many of those run or have run. */
    int waits();

    /** How many of those were interrupted so far. */
    int interruptions();

    /** Whether the thread that runs this is interrupted. */
    boolean isInterrupted();

    /** Leaves its thread interrupted. */
    void interruptItself();

    CompletableFuture<Integer> later(int number, long sleepMs);

    @Deadline("100ms")
    CompletableFuture<Integer> laterQuickly(int number, long sleepMs);

    /** A future that is never completed. */
    CompletableFuture<Integer> never();

    @OneWay
    void note(int number);

    @OneWay
    void noteSlowly(int number, long sleepMs);

    List<Integer> noted();

    int notedCount();

    byte[] bytes(byte[] content);

    /** Counts, and keeps nothing. */
    @OneWay
    void heed(byte[] content);

    int heeded();

    /** Of the heap, after a collection. */
    int usedMegabytes();

    @OneWay
    void exit(int status);

    void exitInCall(int status);
}
