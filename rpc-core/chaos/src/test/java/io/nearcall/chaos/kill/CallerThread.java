// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.kill;

import io.nearcall.chaos.Tally;
import io.nearcall.chaos.called.Attempt;
import io.nearcall.chaos.called.CallKind;
import io.nearcall.chaos.called.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** A thread of the survivor: calls in every way until it shall stop. */
class CallerThread extends Thread {

    private static final long HUNG_S = 20;
    /** A pause after a failed call, because a call that is refused at once must not be repeated a million times. */
    private static final long PAUSE_NS = 200_000;

    private final Target target;
    private final LongSupplier nonces;
    private final SplittableRandom random;
    private final List<Attempt> attempts = new ArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final CountDownLatch left = new CountDownLatch(1);
    private volatile boolean finished;

    CallerThread(Target target, LongSupplier nonces, SplittableRandom random) {
        super("survivor");
        this.target = target;
        this.nonces = nonces;
        this.random = random;
        setDaemon(true);
    }

    @Override
    public final void run() {
        try {
            work();
        } finally {
            ended.countDown();
            awaitLeave();
        }
    }

    /** Until {@link #isFinished}. */
    void work() {
        CallKind[] kinds = CallKind.values();
        while (!finished) {
            Attempt attempt = Attempt.make(kinds[random.nextInt(kinds.length)], target, nonce());
            add(attempt);
            if (attempt.thrown() != null) {
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }

    final long nonce() {
        return nonces.getAsLong();
    }

    final synchronized void add(Attempt attempt) {
        attempts.add(attempt);
    }

    final synchronized List<Attempt> attempts() {
        return List.copyOf(attempts);
    }

    /** Makes the attempt in progress the last one. */
    final void finish() {
        finished = true;
    }

    final boolean isFinished() {
        return finished;
    }

    /** Waits for the end of its last attempt, and reports to the tally if there is none. */
    final void awaitEnd(Tally tally) throws InterruptedException {
        if (!ended.await(HUNG_S, TimeUnit.SECONDS)) {
            StringBuilder stack = new StringBuilder(getName());
            for (StackTraceElement frame : getStackTrace()) {
                stack.append("\n    at ").append(frame);
            }
            tally.hung(stack.toString());
            interrupt();
        }
    }

    /** Lets the thread end. It was kept because the system's counters for it are needed. */
    final void leave() {
        left.countDown();
    }

    private void awaitLeave() {
        try {
            left.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
