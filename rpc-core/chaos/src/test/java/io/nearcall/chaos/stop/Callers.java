// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.stop;

import io.nearcall.Endpoint;
import io.nearcall.chaos.Schemes;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.called.Attempt;
import io.nearcall.chaos.called.CallKind;
import io.nearcall.chaos.called.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Threads that call one service in every way, two over each channel, until one of their calls fails. */
final class Callers {

    private static final long HUNG_MS = 20_000;

    private final List<Thread> threads = new ArrayList<>();
    private final List<Attempt> attempts = new ArrayList<>();
    private final AtomicLong nonces;
    private volatile boolean ending;

    Callers(Endpoint endpoint, String service, SplittableRandom random) {
        nonces = new AtomicLong(random.nextLong() & 0xFFFFFF00000000L);
        for (int i = 0; i < 2 * Schemes.ALL.size(); i++) {
            Target target = endpoint.lookup(Target.class, Schemes.inTurn(i) + ":" + service);
            SplittableRandom kinds = random.split();
            Thread thread = new Thread(() -> call(target, kinds), "caller");
            thread.setDaemon(true);
            threads.add(thread);
        }
    }

    private void call(Target target, SplittableRandom kinds) {
        CallKind[] all = CallKind.values();
        Attempt attempt;
        do {
            attempt = Attempt.make(all[kinds.nextInt(all.length)], target, nonces.incrementAndGet());
            synchronized (attempts) {
                attempts.add(attempt);
            }
        } while (attempt.thrown() == null || !ending);
    }

    void start() {
        threads.forEach(Thread::start);
    }

    /** From now on a thread ends when its call fails. */
    void endAfterFailure() {
        ending = true;
    }

    void join(Tally tally) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join(HUNG_MS);
            if (thread.isAlive()) {
                StringBuilder text = new StringBuilder("a caller");
                for (StackTraceElement frame : thread.getStackTrace()) {
                    text.append("\n    at ").append(frame);
                }
                tally.hung(text.toString());
            }
        }
    }

    List<Attempt> attempts() {
        synchronized (attempts) {
            return List.copyOf(attempts);
        }
    }
}
