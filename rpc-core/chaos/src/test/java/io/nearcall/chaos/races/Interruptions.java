// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.races;

import io.nearcall.CallInterruptedException;
import io.nearcall.Outcome;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.Yardstick;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A thread that calls, is interrupted meanwhile, and checks the call, its interrupt status and its next call. */
final class Interruptions extends Thread {

    private static final int LONGEST_NAP_US = 12_000;
    private static final long NONCES = 1L << 40;

    /** A thread that sleeps looks every 10 ms whether it was interrupted. */
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(1);

    private final List<Naps> services;
    private final SplittableRandom random;
    private final AtomicInteger left;
    private final ScheduledExecutorService clock;
    private final Tally tally;
    private final Yardstick yardstick;
    private final Set<Long> givenUp = new HashSet<>();
    private final Set<Long> notStarted = new HashSet<>();
    private long nonce;
    private volatile long struckNs;

    Interruptions(
            int number,
            List<Naps> services,
            SplittableRandom random,
            AtomicInteger left,
            ScheduledExecutorService clock,
            Tally tally,
            Yardstick yardstick) {
        super("interrupted-" + number);
        this.nonce = (number + 1) * NONCES;
        this.services = services;
        this.random = random;
        this.left = left;
        this.clock = clock;
        this.tally = tally;
        this.yardstick = yardstick;
        setDaemon(true);
    }

    @Override
    public void run() {
        try {
            while (left.get() > 0) {
                Naps service = services.get(random.nextInt(services.size()));
                int napUs = random.nextInt(LONGEST_NAP_US);
                if (random.nextInt(4) == 0) {
                    cancel(service, napUs);
                } else {
                    interrupt(service, napUs);
                }
                long next = ++nonce;
                same("the next call", next, service.nap(next, 0));
            }
        } catch (Throwable e) {
            tally.wrong(getName() + " ended with " + e);
        }
    }

    /** The current thread is interrupted while it calls. */
    private void interrupt(Naps service, int napUs) throws ExecutionException {
        if (random.nextInt(3) == 0) {
            service.doze(++nonce, random.nextInt(300)); // the next call goes behind it, on the shared lane
        }
        long own = ++nonce;
        long delayUs = random.nextInt(LONGEST_NAP_US);
        Future<?> strike = clock.schedule(this::strike, delayUs, TimeUnit.MICROSECONDS);
        boolean consumed = false;
        CompletableFuture<Long> future = null;
        try {
            long answer;
            if (random.nextBoolean()) {
                answer = service.nap(own, napUs);
            } else {
                future = random.nextBoolean() ? service.napFirst(own, napUs) : service.napLater(own, napUs);
                answer = future.get();
            }
            same("an interrupted call", own, answer);
        } catch (CallInterruptedException e) {
            interrupted(own, e);
        } catch (ExecutionException e) { // interrupted before the call was sent, which its future reports
            if (!(e.getCause() instanceof CallInterruptedException cause)) {
                throw e;
            }
            interrupted(own, cause);
        } catch (InterruptedException e) { // of the future, which takes the status away
            consumed = true;
            if (!future.cancel(true)) {
                same("a future that was not waited for", own, future.join());
            } else {
                givenUp(own, Outcome.MAY_HAVE_RUN);
            }
        }
        while (!strike.isDone()) {
            Thread.onSpinWait();
        }
        if (!Thread.interrupted() && !consumed) {
            tally.wrong("an interrupt was lost: the thread's status is not set");
        }
    }

    private void interrupted(long own, CallInterruptedException e) {
        givenUp(own, e.outcome());
        if (!isInterrupted()) {
            tally.wrong("an exception said that the thread was interrupted, and its status is not set");
        }
    }

    private void strike() {
        struckNs = System.nanoTime();
        interrupt();
    }

    /** The current thread cancels the future of its call. */
    private void cancel(Naps service, int napUs) throws InterruptedException, ExecutionException {
        long own = ++nonce;
        CompletableFuture<Long> future =
                random.nextBoolean() ? service.napFirst(own, napUs) : service.napLater(own, napUs);
        TimeUnit.MICROSECONDS.sleep(random.nextInt(LONGEST_NAP_US));
        struckNs = System.nanoTime();
        if (future.cancel(true)) {
            givenUp(own, Outcome.MAY_HAVE_RUN);
        }
        try {
            same("a call that was to be cancelled", own, future.get());
        } catch (CancellationException e) {
            if (!givenUp.contains(own)) {
                tally.wrong("call " + own + " was cancelled by nobody");
            }
        }
    }

    private void givenUp(long own, Outcome outcome) {
        givenUp.add(own);
        if (outcome != Outcome.MAY_HAVE_RUN) {
            notStarted.add(own);
        }
        long delayNs = System.nanoTime() - struckNs;
        tally.delay(delayNs);
        if (delayNs > LIMIT_NS + yardstick.worstNs()) {
            tally.hung("call " + own + " ended " + delayNs / 1_000 + " us after the interrupt");
        }
        tally.episode(2, yardstick.worstNs());
        left.decrementAndGet();
    }

    private void same(String which, long expected, long actual) {
        if (expected != actual) {
            tally.wrong(which + " got the answer " + actual + " instead of " + expected);
        }
    }

    /** Compares the log of the methods with the outcomes of this thread's calls, after the end of all. */
    void judge(NapLog log) {
        for (long call : notStarted) {
            if (log.begun.contains(call)) {
                tally.wrong("call " + call + " was begun, and the interrupt said that it was not");
            }
        }
        for (long call : log.interrupted) {
            if (call / NONCES == nonce / NONCES && !givenUp.contains(call)) {
                tally.wrong("the method of call " + call + " was interrupted, though nobody gave it up");
            }
        }
    }
}
