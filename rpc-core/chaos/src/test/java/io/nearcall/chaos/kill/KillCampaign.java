// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.kill;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.chaos.Resources;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.Yardstick;
import io.nearcall.chaos.process.Neighbour;
import io.nearcall.chaos.process.Spares;
import io.nearcall.chaos.process.VictimJvm;
import io.nearcall.chaos.target.Attempt;
import io.nearcall.chaos.target.CallKind;
import io.nearcall.chaos.target.CallLog;
import io.nearcall.chaos.target.LoggedTarget;
import io.nearcall.chaos.target.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Kills servers and clients with SIGKILL at random moments of calls, and examines the survivor after each. */
final class KillCampaign {

    /*
     * The survivor is this process. A server's episode: a warm victim exports under the name that its predecessor bore,
     * and the stub of the first episode has to find it; then threads call it in every way, or new endpoints connect and
     * bind, until it is killed after a random time. A call counts as in flight if it had begun when the signal was sent;
     * what begins later waits, as it should, for the next server. A client's episode: the victim looks up a service of
     * ours and calls it, and is killed after a random time, while a neighbour's calls go on. Half of the servers are
     * clients at the same time, so that both directions of a connection die at once, and fewer processes have to start.
     */

    private static final String SERVER_NAME = "killed";
    private static final String HOME_NAME = "home";
    private static final int CALLERS = 3;
    private static final long LIMIT_NS = 1_000_000_000;
    private static final long HUNG_MS = 20_000;
    private static final long EARLIEST_NS = 100_000;
    private static final double LATEST_FACTOR = 400; // 40 ms

    private final Path scratch;
    private final SplittableRandom random;
    private final AtomicLong nonces = new AtomicLong();
    private final Spares spares;
    private final Yardstick yardstick = new Yardstick();
    private final Endpoint caller;
    private final Endpoint home;
    private final Neighbour neighbour;
    private final Tally tally;
    private final Resources baseline;
    private Target stub;

    /**
     * Prepares everything.
     *
     * @param each how many servers are killed, and how many clients
     */
    KillCampaign(Path scratch, SplittableRandom random, int each, Tally tally) throws IOException {
        this.scratch = scratch;
        this.random = random;
        this.tally = tally;
        nonces.set(random.nextLong() & 0xFFFFFF00000000L);
        this.caller = Endpoint.builder().name("caller").open();
        this.home = Endpoint.builder().name("home").open();
        home.export(Target.class, new LoggedTarget(nonce -> {}), HOME_NAME);
        this.neighbour = new Neighbour(HOME_NAME);
        this.baseline = Resources.now();
        this.spares = new Spares(scratch, victims(each));
    }

    /** How many victims it takes to kill so many servers and so many clients: half of them are both. */
    private static int victims(int each) {
        return 2 * each - each / 2;
    }

    /** Kills so many servers, and so many tally. */
    void run(int each) throws Exception {
        int bothLeft = each / 2;
        int serversLeft = each - bothLeft;
        int clientsLeft = each - bothLeft;
        int number = 0;
        while (bothLeft + serversLeft + clientsLeft > 0) {
            int drawn = random.nextInt(bothLeft + serversLeft + clientsLeft);
            if (drawn < bothLeft) {
                killServer(++number, true);
                bothLeft--;
            } else if (drawn < bothLeft + serversLeft) {
                killServer(++number, false);
                serversLeft--;
            } else {
                killClient(++number);
                clientsLeft--;
            }
        }
    }

    private long delayNs() {
        return (long) (EARLIEST_NS * Math.pow(LATEST_FACTOR, random.nextDouble()));
    }

    private void killServer(int number, boolean callsToo) throws Exception {
        Path log = scratch.resolve("server-" + number + ".log");
        try (VictimJvm victim = spares.take()) {
            victim.send("serve " + SERVER_NAME + " " + log);
            victim.expect("serving");
            boolean binding = random.nextInt(4) == 0;
            List<CallerThread> threads = new ArrayList<>();
            if (!binding) {
                callAgain();
            }
            for (int i = 0; i < CALLERS; i++) {
                threads.add(binding ? new BindingThread(random.split()) : new CallerThread(stub, random.split()));
            }
            if (callsToo) {
                victim.send("call " + HOME_NAME + " " + random.nextLong());
                victim.expect("calling");
            }
            yardstick.reset();
            threads.forEach(Thread::start);
            LockSupport.parkNanos(delayNs());
            threads.forEach(CallerThread::finish);
            long killedNs = victim.kill();
            for (CallerThread thread : threads) {
                thread.join(HUNG_MS);
                if (thread.isAlive()) {
                    tally.hung(stackOf(thread));
                    thread.interrupt();
                }
            }
            long oversleepNs = yardstick.worstNs();
            victim.awaitExit();
            Set<Long> begun = Files.exists(log) ? CallLog.read(log) : Set.of();
            int calls = 0;
            for (CallerThread thread : threads) {
                List<Attempt> attempts = thread.attempts();
                calls += attempts.size();
                attempts.forEach(attempt -> judge(attempt, begun, killedNs, oversleepNs));
            }
            tally.episode(calls, oversleepNs);
            if (callsToo) {
                tally.episode(0, oversleepNs);
            }
            examine();
        }
        Files.deleteIfExists(log);
    }

    /** The stub that lost its server finds the next one by itself. */
    private void callAgain() {
        if (stub == null) {
            stub = caller.lookup(Target.class, SERVER_NAME);
        }
        Attempt first = Attempt.make(CallKind.PING, stub, nonces.incrementAndGet());
        if (first.thrown() != null) {
            tally.wrong("the next call did not work: " + first.thrown());
        }
    }

    private void judge(Attempt attempt, Set<Long> begun, long killedNs, long oversleepNs) {
        String fault = attempt.fault(begun.contains(attempt.nonce()));
        if (fault != null) {
            tally.wrong(fault);
            attempt.thrown().printStackTrace();
        }
        long delayNs = attempt.endNs() - killedNs;
        if (attempt.beginNs() - killedNs < 0 && delayNs > 0 && attempt.thrown() != null) {
            if (attempt.kind() != null) { // a look-up waits for the next server as long as it was told to
                tally.delay(delayNs);
            }
            if (delayNs > LIMIT_NS + oversleepNs) {
                tally.hung(attempt + " ended " + delayNs / 1_000 + " us after the death");
            }
        }
    }

    private void killClient(int number) throws Exception {
        try (VictimJvm victim = spares.take()) {
            victim.send("call " + HOME_NAME + " " + random.nextLong());
            victim.expect("calling");
            yardstick.reset();
            LockSupport.parkNanos(delayNs());
            long killedNs = victim.kill();
            long releasedNs = Resources.awaitWithin(baseline, LIMIT_NS * 3);
            long oversleepNs = yardstick.worstNs();
            if (releasedNs >= 0) {
                long delayNs = System.nanoTime() - killedNs;
                tally.delay(delayNs);
                if (delayNs > LIMIT_NS + oversleepNs) {
                    tally.hung("what client " + number + " held was released after " + delayNs / 1_000 + " us");
                }
            }
            tally.episode(0, oversleepNs);
            victim.awaitExit();
            examine();
        }
    }

    private void examine() throws IOException {
        if (Resources.awaitWithin(baseline, 3 * LIMIT_NS) < 0) {
            tally.leaked(Resources.now() + " instead of " + baseline);
        }
        neighbour.check(tally);
    }

    private static String stackOf(Thread thread) {
        StringBuilder text = new StringBuilder(thread.getName());
        for (StackTraceElement frame : thread.getStackTrace()) {
            text.append("\n    at ").append(frame);
        }
        return text.toString();
    }

    void close() throws Exception {
        neighbour.close();
        caller.close();
        home.close();
        spares.close();
        yardstick.close();
    }

    /** Calls in every way until it shall stop. */
    private class CallerThread extends Thread {
        private final Target target;
        private final SplittableRandom moments;
        private final List<Attempt> attempts = new ArrayList<>();
        private volatile boolean finished;

        CallerThread(Target target, SplittableRandom moments) {
            super("survivor");
            this.target = target;
            this.moments = moments;
            setDaemon(true);
        }

        @Override
        public void run() {
            while (!finished) {
                CallKind[] kinds = CallKind.values();
                add(Attempt.make(kinds[moments.nextInt(kinds.length)], target, nonces.incrementAndGet()));
            }
        }

        synchronized void add(Attempt attempt) {
            attempts.add(attempt);
        }

        synchronized List<Attempt> attempts() {
            return List.copyOf(attempts);
        }

        void finish() {
            finished = true;
        }

        boolean isFinished() {
            return finished;
        }
    }

    /** Connects and binds again and again, with an endpoint of its own. */
    private final class BindingThread extends CallerThread {

        private static final Duration PATIENCE = Duration.ofMillis(500);

        BindingThread(SplittableRandom moments) {
            super(null, moments);
        }

        @Override
        public void run() {
            while (!isFinished()) {
                try (Endpoint endpoint = Endpoint.builder().name("binding").open()) {
                    long nonce = nonces.incrementAndGet();
                    long beginNs = System.nanoTime();
                    Target target;
                    try {
                        target = endpoint.lookup(Target.class, SERVER_NAME, PATIENCE);
                    } catch (NearcallException e) {
                        add(new Attempt(null, nonce, beginNs, System.nanoTime(), e));
                        continue;
                    }
                    add(Attempt.make(CallKind.ORDER, target, nonce));
                }
            }
        }
    }
}
