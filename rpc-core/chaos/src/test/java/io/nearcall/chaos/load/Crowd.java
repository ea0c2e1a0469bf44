// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.load;

import io.nearcall.NearcallException;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.called.Attempt;
import io.nearcall.chaos.called.CallKind;
import io.nearcall.chaos.called.Target;
import io.nearcall.chaos.stop.Lateness;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Many threads that call through one stub until they are stopped. */
final class Crowd {

    private static final long HUNG_MS = 20_000;

    private final List<Thread> threads = new ArrayList<>();
    private final List<Attempt> attempts = new ArrayList<>();
    private final AtomicLong nonces = new AtomicLong();
    private volatile boolean finished;

    Crowd(int count, Target target, CallKind[] kinds, SplittableRandom random) {
        for (int i = 0; i < count; i++) {
            SplittableRandom own = random.split();
            threads.add(thread(() -> call(target, kinds, own)));
        }
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "crowd");
        thread.setDaemon(true);
        return thread;
    }

    private void call(Target target, CallKind[] kinds, SplittableRandom random) {
        while (!finished) {
            Attempt attempt = Attempt.make(kinds[random.nextInt(kinds.length)], target, nonces.incrementAndGet());
            synchronized (attempts) {
                attempts.add(attempt);
            }
        }
    }

    void start() {
        threads.forEach(Thread::start);
    }

    void finish(Tally tally) throws InterruptedException {
        finished = true;
        for (Thread thread : threads) {
            thread.join(HUNG_MS);
            if (thread.isAlive()) {
                tally.hung("a caller in " + List.of(thread.getStackTrace()));
            }
        }
    }

    /** Tells of all calls; returns how many there were. */
    int judge(Lateness lateness, long deadlineNs, long oversleepNs) {
        synchronized (attempts) {
            attempts.forEach(attempt -> lateness.judge(attempt, deadlineNs, oversleepNs));
            return attempts.size();
        }
    }

    /** Tells of all calls that were not answered, returns how many there were in all. */
    int expectAnswers(Tally tally) {
        synchronized (attempts) {
            attempts.stream()
                    .filter(attempt -> attempt.thrown() != null)
                    .forEach(attempt -> tally.wrong(attempt + " ended with " + attempt.thrown()));
            return attempts.size();
        }
    }

    /**
     * Lets that many threads ping, with a nonce for which no method sleeps, until they are answered. Returns how many
     * were.
     */
    static int callOnce(int count, Target target, long untilNs) throws InterruptedException {
        AtomicInteger answered = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            threads.add(thread(() -> {
                do {
                    try {
                        CallKind.PING.call(target, -1);
                        answered.incrementAndGet();
                        return;
                    } catch (NearcallException e) {
                        // again
                    } catch (Throwable e) {
                        return;
                    }
                } while (System.nanoTime() - untilNs < 0);
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join(HUNG_MS);
        }
        return answered.get();
    }
}
