// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.races;

import io.nearcall.CallInterruptedException;
import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import io.nearcall.Export;
import io.nearcall.NearcallException;
import io.nearcall.ServiceNotFoundException;
import io.nearcall.chaos.Resources;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.Yardstick;
import io.nearcall.chaos.called.Attempt;
import io.nearcall.chaos.called.Attempts;
import io.nearcall.chaos.called.CallKind;
import io.nearcall.chaos.called.LoggedTarget;
import io.nearcall.chaos.called.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Opens two endpoints, lets threads call, closes something, and checks how each call has ended. */
final class Closes {

    /** What is closed. */
    enum What {
        CALLER,
        SERVER,
        BOTH,
        EXPORT
    }

    private static final int CALLERS = 8;
    private static final int INTERRUPTED_CALLERS = 3;
    private static final long LATEST_NS = 4_000_000;
    private static final long SETTLE_NS = 10_000_000_000L;

    /** A call that begins just after the close waits for another server as long as {@link Attempts} permits. */
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(2);

    private static final long HUNG_NS = TimeUnit.SECONDS.toNanos(20);

    private final SplittableRandom random;
    private final Tally tally;
    private final Yardstick yardstick;
    private final AtomicLong nonces = new AtomicLong();
    private final Resources baseline;

    Closes(SplittableRandom random, Tally tally, Yardstick yardstick) {
        this.random = random;
        this.tally = tally;
        this.yardstick = yardstick;
        this.baseline = Resources.now();
    }

    void close(What what, String channel, Executor executor) throws InterruptedException {
        Set<Long> begun = ConcurrentHashMap.newKeySet();
        List<Caller> callers = new ArrayList<>();
        yardstick.reset();
        long closeNs;
        EndpointBuilder options = Endpoint.builder().name("server").channel(channel);
        try (Endpoint server = (executor == null ? options : options.executor(executor)).open();
                Endpoint caller =
                        Endpoint.builder().name("caller").channel(channel).open()) {
            Export export = server.export(Target.class, new LoggedTarget(begun::add));
            Target target = caller.lookup(Attempts.class, "Target");
            for (int i = 0; i < CALLERS; i++) {
                callers.add(new Caller(target, random.split()));
            }
            callers.forEach(Thread::start);
            interruptFor(callers, random.nextLong(LATEST_NS));
            callers.forEach(Caller::finish);
            closeNs = System.nanoTime();
            close(what, server, caller, export);
            awaitEnd(callers, closeNs);
        }
        if (Resources.awaitWithin(baseline, SETTLE_NS) < 0) {
            tally.leaked(Resources.now() + " instead of " + baseline);
        }
        int calls = 0;
        for (Caller caller : callers) { // no method can begin any more
            calls += caller.attempts().size();
            caller.attempts().forEach(attempt -> judge(what, attempt, begun, closeNs));
        }
        tally.episode(calls, yardstick.worstNs());
    }

    private void interruptFor(List<Caller> callers, long durationNs) {
        long endNs = System.nanoTime() + durationNs;
        while (System.nanoTime() - endNs < 0) {
            LockSupport.parkNanos(random.nextLong(durationNs + 1));
            callers.get(random.nextInt(INTERRUPTED_CALLERS)).interrupt();
        }
    }

    private void close(What what, Endpoint server, Endpoint caller, Export export) throws InterruptedException {
        switch (what) {
            case CALLER -> caller.close();
            case SERVER -> server.close();
            case EXPORT -> export.close();
            case BOTH -> {
                Thread other = new Thread(server::close);
                other.start();
                caller.close();
                other.join();
            }
        }
    }

    private void awaitEnd(List<Caller> callers, long closeNs) throws InterruptedException {
        for (Caller caller : callers) {
            long leftNs = HUNG_NS - (System.nanoTime() - closeNs);
            caller.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(leftNs)));
            if (caller.isAlive()) {
                tally.hung(List.of(caller.getStackTrace()).toString());
            }
        }
    }

    private void judge(What what, Attempt attempt, Set<Long> begun, long closeNs) {
        boolean interrupted =
                attempt.thrown() instanceof InterruptedException; // from the future; the call itself may go on
        String fault = interrupted ? null : attempt.fault(begun.contains(attempt.nonce()));
        if (fault != null) {
            tally.wrong(what + " closed: " + fault);
        }
        if (attempt.beginNs() - closeNs < 0 && attempt.endNs() - closeNs > 0) {
            long delayNs = attempt.endNs() - closeNs;
            if (!(attempt.thrown()
                    instanceof ServiceNotFoundException)) { // which had lost its server, and looked for another
                tally.delay(delayNs);
            }
            if (delayNs > LIMIT_NS + yardstick.worstNs()) {
                tally.hung(what + " closed: " + attempt + " ended " + delayNs / 1_000 + " us after it");
            }
        } else if (what != What.EXPORT && attempt.endNs() - closeNs < 0 && failed(attempt)) {
            tally.wrong("before " + what + " was closed: " + attempt + " ended with " + attempt.thrown());
        }
    }

    private static boolean failed(Attempt attempt) {
        return attempt.thrown() instanceof NearcallException && !(attempt.thrown() instanceof CallInterruptedException);
    }

    /** Calls in every way until it shall stop. */
    private final class Caller extends Thread {
        private final Target target;
        private final SplittableRandom moments;
        private final List<Attempt> attempts = new ArrayList<>(); // read when the thread has ended, or hangs
        private volatile boolean finished;

        Caller(Target target, SplittableRandom moments) {
            super("caller");
            this.target = target;
            this.moments = moments;
            setDaemon(true);
        }

        @Override
        public void run() {
            CallKind[] kinds = CallKind.values();
            while (!finished) {
                CallKind kind = kinds[moments.nextInt(kinds.length)];
                if (kind == CallKind.MEGABYTE && moments.nextInt(4) != 0) {
                    kind = CallKind.PING; // large ones take most of the time
                }
                Attempt attempt = Attempt.make(kind, target, nonces.incrementAndGet());
                Thread.interrupted();
                synchronized (attempts) {
                    attempts.add(attempt);
                }
            }
        }

        List<Attempt> attempts() {
            synchronized (attempts) {
                return List.copyOf(attempts);
            }
        }

        void finish() {
            finished = true;
        }
    }
}
