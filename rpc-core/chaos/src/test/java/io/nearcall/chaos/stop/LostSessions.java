// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.stop;

import io.nearcall.ConnectionLostException;
import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.Outcome;
import io.nearcall.chaos.Resources;
import io.nearcall.chaos.Site;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.called.Attempt;
import io.nearcall.chaos.called.CallKind;
import io.nearcall.chaos.called.Prompt;
import io.nearcall.chaos.called.Target;
import io.nearcall.chaos.process.Host;
import io.nearcall.chaos.process.VictimJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Stops a server for longer than its clients wait for a sign of life. */
final class LostSessions {

    private static final String SERVICE = "lost";

    /** What the guide promises. */
    private static final long LOST_NS = TimeUnit.SECONDS.toNanos(15);

    private static final long LEAST_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long SLACK_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long PROMPT_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(300);
    private static final long SETTLE_NS = TimeUnit.SECONDS.toNanos(5);

    private final Tally tally;
    private final Site site = Site.atFreePort();
    private final Sleepers sleepers = new Sleepers(2);
    private final Lateness lateness;
    private final VictimJvm server;
    private final Resources serversBaseline;
    private long nonces = 1;

    LostSessions(Path scratch, Tally tally) throws IOException {
        this.tally = tally;
        this.lateness = new Lateness(tally, sleepers, true);
        this.server = VictimJvm.start(scratch, Host.class, site.address(SERVICE), "plainly", "0");
        server.expect("ready");
        this.serversBaseline = Resources.of(server.pid());
    }

    void run(int count) throws Exception {
        for (int i = 0; i < count; i++) {
            stop();
        }
        lateness.conclude();
    }

    private void stop() throws Exception {
        try (Endpoint endpoint = Endpoint.builder().name("caller").open()) {
            Target target = endpoint.lookup(Target.class, site.address(SERVICE));
            Prompt prompt = endpoint.lookup(Prompt.class, site.address(SERVICE));
            Target.Session session = target.open(nonces++, said -> said);
            prompt.ping(nonces++);
            sleepers.reset();
            server.stop();
            long stoppedNs = System.nanoTime();
            long nonce = nonces++;
            CompletableFuture<Attempt> patient = new CompletableFuture<>();
            Thread caller = new Thread(() -> patient.complete(Attempt.make(CallKind.PING, target, nonce)), "patient");
            caller.setDaemon(true);
            caller.start();
            List<Attempt> hurried = new ArrayList<>();
            while (!patient.isDone()) {
                hurried.add(Attempt.make(CallKind.PING, prompt, nonces++));
                LockSupport.parkNanos(PAUSE_NS); // a call that is given up has its lane until there is an answer
            }
            long oversleepNs = sleepers.worstNs();
            hurried.forEach(attempt -> lateness.judge(attempt, PROMPT_NS, oversleepNs));
            judge(patient.get(), stoppedNs, oversleepNs);
            server.resume();
            callAgain(target);
            expectEnd(session);
            tally.episode(hurried.size() + 3L, oversleepNs);
        } finally {
            server.resume();
        }
        if (Resources.awaitWithin(server.pid(), serversBaseline, SETTLE_NS) < 0) {
            tally.leaked("server: " + Resources.of(server.pid()) + " instead of " + serversBaseline);
        }
    }

    private void judge(Attempt attempt, long stoppedNs, long oversleepNs) {
        long tookNs = attempt.endNs() - stoppedNs;
        if (!(attempt.thrown() instanceof ConnectionLostException lost) || lost.outcome() != Outcome.MAY_HAVE_RUN) {
            tally.wrong(attempt + " to a server that stands still ended with " + attempt.thrown());
        } else if (tookNs < LEAST_NS) {
            tally.wrong("a session was given up " + tookNs / 1_000 + " us after its server was stopped");
        } else if (tookNs > LOST_NS + SLACK_NS + oversleepNs) {
            tally.hung("a session was given up " + tookNs / 1_000 + " us after its server was stopped");
        }
        tally.note(String.format("a session was given up %.1f s after its server was stopped", tookNs / 1e9));
    }

    private void callAgain(Target target) {
        long startNs = System.nanoTime();
        Attempt attempt;
        do {
            attempt = Attempt.make(CallKind.PING, target, nonces++);
        } while (attempt.thrown() != null && System.nanoTime() - startNs < SETTLE_NS);
        if (attempt.thrown() != null) {
            tally.wrong("after SIGCONT " + attempt + " ended with " + attempt.thrown());
        }
    }

    /** Of an object of the lost session. */
    private void expectEnd(Target.Session session) {
        try {
            session.nonce();
            tally.wrong("an object of a lost session was called");
        } catch (NearcallException e) {
            // as it should be
        }
    }

    void close() throws InterruptedException {
        server.terminate(); // in order: it takes its name along
        server.awaitExit();
        server.close();
        sleepers.close();
    }
}
