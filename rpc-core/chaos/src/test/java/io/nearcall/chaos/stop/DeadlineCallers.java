// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.stop;

import io.nearcall.Endpoint;
import io.nearcall.chaos.Site;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.called.Attempt;
import io.nearcall.chaos.called.Attempts;
import io.nearcall.chaos.called.CallKind;
import io.nearcall.chaos.called.Hurried;
import io.nearcall.chaos.called.Prompt;
import io.nearcall.chaos.called.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Threads that call one service in every way, over all channels and with several deadlines.
 */
final class DeadlineCallers {

    private static final Map<Class<? extends Target>, Long> DEADLINES_MS =
            Map.of(Hurried.class, 50L, Prompt.class, 200L, Attempts.class, 1_000L);
    private static final long HUNG_MS = 20_000;
    private static final long RECOVERY_NS = 1_000_000_000;

    private final List<CallerThread> threads = new ArrayList<>();
    private final AtomicLong nonces;

    /** Binds everything, while the service still answers; nothing is called yet. */
    DeadlineCallers(Endpoint endpoint, String service, SplittableRandom random, int threadsEach) {
        this(endpoint, Site.HERE, service, random, threadsEach);
    }

    /** @param site where the service is */
    DeadlineCallers(Endpoint endpoint, Site site, String service, SplittableRandom random, int threadsEach) {
        nonces = new AtomicLong(random.nextLong() & 0xFFFFFF00000000L);
        for (String scheme : site.schemes()) {
            DEADLINES_MS.forEach((type, deadlineMs) -> {
                Target target = endpoint.lookup(type, site.address(scheme, service));
                for (int i = 0; i < threadsEach; i++) {
                    threads.add(new CallerThread(target, TimeUnit.MILLISECONDS.toNanos(deadlineMs), random.split()));
                }
            });
        }
    }

    /** How many threads call if there are so many for each stub. */
    static int threads(int threadsEach) {
        return threads(Site.HERE, threadsEach);
    }

    /** As above, for a service there. */
    static int threads(Site site, int threadsEach) {
        return site.schemes().size() * DEADLINES_MS.size() * threadsEach;
    }

    void start() {
        threads.forEach(Thread::start);
    }

    /** Lets the calls in progress end, and reports those that do not to the tally. */
    void finish(Tally tally) throws InterruptedException {
        threads.forEach(thread -> thread.finished = true);
        for (CallerThread thread : threads) {
            thread.join(HUNG_MS);
            if (thread.isAlive()) {
                StringBuilder text = new StringBuilder("a caller with " + thread.deadlineNs + " ns");
                for (StackTraceElement frame : thread.getStackTrace()) {
                    text.append("\n    at ").append(frame);
                }
                tally.hung(text.toString());
            }
        }
    }

    /** Calls through each stub until it answers, as it has to within a second. */
    void callAgain(Tally tally) {
        long startNs = System.nanoTime();
        for (CallerThread thread : threads) {
            Attempt attempt;
            do {
                attempt = Attempt.make(CallKind.PING, thread.target, nonces.incrementAndGet());
            } while (attempt.thrown() != null && System.nanoTime() - startNs < RECOVERY_NS);
            if (attempt.thrown() != null) {
                tally.wrong("a second afterwards " + attempt + " ended with " + attempt.thrown());
            }
        }
    }

    /** Tells of all calls; returns how many there were. */
    long judge(Lateness lateness, long oversleepNs) {
        long calls = 0;
        for (CallerThread thread : threads) {
            for (Attempt attempt : thread.attempts()) {
                lateness.judge(attempt, thread.deadlineNs, oversleepNs);
                calls++;
            }
        }
        return calls;
    }

    private final class CallerThread extends Thread {
        private final Target target;
        private final long deadlineNs;
        private final SplittableRandom kinds;
        private final List<Attempt> attempts = new ArrayList<>();
        private volatile boolean finished;

        CallerThread(Target target, long deadlineNs, SplittableRandom kinds) {
            super("caller");
            this.target = target;
            this.deadlineNs = deadlineNs;
            this.kinds = kinds;
            setDaemon(true);
        }

        @Override
        public void run() {
            CallKind[] all = CallKind.values();
            while (!finished) {
                Attempt attempt = Attempt.make(all[kinds.nextInt(all.length)], target, nonces.incrementAndGet());
                synchronized (this) {
                    attempts.add(attempt);
                }
            }
        }

        synchronized List<Attempt> attempts() {
            return List.copyOf(attempts);
        }
    }
}
