// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.stop;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.chaos.Resources;
import io.nearcall.chaos.Schemes;
import io.nearcall.chaos.Site;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.called.Attempt;
import io.nearcall.chaos.called.LoggedTarget;
import io.nearcall.chaos.called.Prompt;
import io.nearcall.chaos.called.Target;
import io.nearcall.chaos.process.Host;
import io.nearcall.chaos.process.Neighbour;
import io.nearcall.chaos.process.Victim;
import io.nearcall.chaos.process.VictimJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Stops one server and one client again and again, and checks their peer, which is this process. */
final class StopCampaign {

    private static final String SERVICE = "stopped";
    private static final String HOME = "home";
    private static final String NEIGHBOURS_HOME = "neighbours-home";
    private static final long STOP_NS = 1_200_000_000;
    private static final long CLIENT_STOP_NS = 300_000_000;
    private static final long LATEST_NS = 30_000_000;
    private static final long CLOSE_LIMIT_NS = 2_500_000_000L;
    private static final long SETTLE_NS = 3_000_000_000L;
    private static final long PAUSE_NS = 2_000_000;
    private static final Duration LOOKUP = Duration.ofMillis(200);
    private static final long FUTURE_DEADLINE_NS = 200_000_000;
    private static final long FUTURES_S = 10;
    private static final int FUTURES = 400;
    private static final long MOMENT_NS = 100_000_000;

    /** Longer than a server tries to connect lanes, which is 100 ms. */
    private static final long LANES_NS = 150_000_000;

    private final SplittableRandom random;
    private final Tally tally;
    private final Lateness lateness;
    private final Sleepers sleepers;
    private final Site site;
    private final Site homeSite;
    private final VictimJvm server;
    private final VictimJvm client;
    private final Endpoint home;
    private final AtomicLong homeCalls = new AtomicLong();
    private final Neighbour neighbour;
    private final Resources serversBaseline;
    private int futures;

    /** On this host. */
    StopCampaign(Path scratch, SplittableRandom random, Tally tally) throws IOException, InterruptedException {
        this(scratch, random, tally, Site.HERE, Site.HERE);
    }

    /** @param site where the server is */
    StopCampaign(Path scratch, SplittableRandom random, Tally tally, Site site, Site homeSite)
            throws IOException, InterruptedException {
        this.random = random;
        this.tally = tally;
        this.site = site;
        this.homeSite = homeSite;
        this.sleepers = new Sleepers(DeadlineCallers.threads(site, 2));
        this.lateness = new Lateness(tally, sleepers, false);
        this.server = VictimJvm.start(scratch, Host.class, site.address(SERVICE), "plainly", "0");
        this.client = VictimJvm.start(scratch, Victim.class, site.argumentsOfVictim());
        this.home = homeSite.builder().name("home").open();
        home.export(Target.class, new LoggedTarget(nonce -> homeCalls.incrementAndGet()), HOME);
        home.export(Target.class, new LoggedTarget(nonce -> {}), NEIGHBOURS_HOME);
        this.neighbour = new Neighbour(homeSite.address(NEIGHBOURS_HOME));
        server.expect("ready");
        client.expect("ready");
        this.serversBaseline = Resources.of(server.pid()).plusSockets(Schemes.socketsForGood());
        warmUp();
    }

    private void warmUp() throws InterruptedException {
        try (Endpoint endpoint = Endpoint.open()) {
            DeadlineCallers callers = new DeadlineCallers(endpoint, site, SERVICE, random.split(), 1);
            callers.start();
            LockSupport.parkNanos(CLIENT_STOP_NS);
            callers.finish(tally);
        }
    }

    void run(int each) throws Exception {
        for (int i = 0; i < each; i++) {
            stopServer(i % 2 == 1);
        }
        for (String scheme : homeSite.schemes()) {
            client.send("call " + homeSite.address(scheme, HOME) + " " + random.nextLong());
            client.expect("calling");
        }
        for (int i = 0; i < each; i++) {
            stopClient();
        }
        lateness.conclude();
        tally.note(futures + " futures were begun at stopped servers in bursts");
    }

    private void stopServer(boolean closeMeanwhile) throws Exception {
        Resources baseline = Resources.now();
        try (Endpoint endpoint = Endpoint.builder().name("caller").open();
                Endpoint other = Endpoint.builder().name("other").open()) {
            DeadlineCallers callers = new DeadlineCallers(endpoint, site, SERVICE, random.split(), 2);
            String address = site.address(site.drawnScheme(random), SERVICE);
            Prompt prompt = other.lookup(Prompt.class, address);
            Target patient = other.lookup(Target.class, address);
            patient.later(1).join();
            callers.start();
            LockSupport.parkNanos(random.nextLong(LATEST_NS));
            sleepers.reset();
            server.stop();
            long stoppedNs = System.nanoTime();
            lookInVain();
            CompletableFuture<Long> patience = patient.later(3);
            callFutures(prompt);
            LockSupport.parkNanos(STOP_NS - (System.nanoTime() - stoppedNs));
            callers.finish(tally);
            long oversleepNs = sleepers.worstNs();
            tally.episode(callers.judge(lateness, oversleepNs), oversleepNs);
            if (closeMeanwhile) {
                close(endpoint);
                server.resume();
            } else {
                server.resume();
                callers.callAgain(tally);
            }
            expectAnswer(patience);
        } finally {
            server.resume();
        }
        if (Resources.awaitWithin(baseline, SETTLE_NS) < 0) {
            tally.leaked(Resources.now() + " instead of " + baseline);
        }
        if (Resources.awaitWithin(server.pid(), serversBaseline, SETTLE_NS) < 0) {
            tally.leaked("server: " + Resources.of(server.pid()) + " instead of " + serversBaseline);
        }
        neighbour.check(tally);
    }

    private void close(Endpoint endpoint) {
        long startNs = System.nanoTime();
        endpoint.close();
        long tookNs = System.nanoTime() - startNs;
        if (tookNs > CLOSE_LIMIT_NS) {
            tally.hung("closing an endpoint whose peer is stopped took " + tookNs / 1_000 + " us");
        }
    }

    /** A new endpoint gets no further than the greeting. */
    private void lookInVain() {
        try (Endpoint endpoint = Endpoint.builder().name("seeker").open()) {
            long beginNs = System.nanoTime();
            Throwable thrown = null;
            try {
                endpoint.lookup(Target.class, site.address(SERVICE), LOOKUP);
                tally.wrong("a service that is stopped was found");
            } catch (NearcallException e) {
                thrown = e;
            }
            Attempt attempt = new Attempt(null, 0, beginNs, System.nanoTime(), thrown);
            lateness.judge(attempt, LOOKUP.toNanos(), sleepers.worstNs());
        }
    }

    /** As many calls as can begin in a moment. Their deadlines all pass at once. */
    private void callFutures(Prompt prompt) {
        List<CompletableFuture<Attempt>> ends = new ArrayList<>();
        long startNs = System.nanoTime();
        for (int i = 0; i < FUTURES && System.nanoTime() - startNs < MOMENT_NS; i++) {
            long nonce = i;
            long beginNs = System.nanoTime();
            CompletableFuture<Long> future;
            try {
                future = prompt.later(nonce);
            } catch (NearcallException e) {
                future = CompletableFuture.failedFuture(e); // no room for more
            }
            ends.add(future.handle((answer, e) -> new Attempt(null, nonce, beginNs, System.nanoTime(), e)));
        }
        List<Attempt> attempts = new ArrayList<>();
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(FUTURES_S); // of all together, should many hang
        for (CompletableFuture<Attempt> end : ends) {
            Attempt attempt = end.completeOnTimeout(null, endNs - System.nanoTime(), TimeUnit.NANOSECONDS)
                    .join();
            if (attempt == null) {
                tally.hung("a future");
            } else {
                attempts.add(attempt);
            }
        }
        lateness.judgeTogether(attempts, FUTURE_DEADLINE_NS, sleepers.worstNs());
        futures += ends.size();
    }

    /** Checks a call with more time than the length of the stop: the connection has not been given up. */
    private void expectAnswer(CompletableFuture<Long> patience) throws InterruptedException {
        try {
            patience.get(FUTURES_S, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            tally.wrong("a call with a deadline of 20 s ended with " + e);
        }
    }

    /**
     * What this process holds once it has done what the client asked for before it was stopped, such as further lanes. A stopped
     * client asks for nothing more, so two looks that see the same are enough.
     */
    private static Resources settled() {
        long startNs = System.nanoTime();
        Resources last;
        Resources now = Resources.now();
        do {
            last = now;
            LockSupport.parkNanos(LANES_NS);
            now = Resources.now();
        } while (!now.equals(last) && System.nanoTime() - startNs < SETTLE_NS);
        return now;
    }

    private void stopClient() throws Exception {
        LockSupport.parkNanos(random.nextLong(LATEST_NS));
        client.stop();
        sleepers.reset();
        Resources before = settled();
        long neighboursCalls = neighbour.calls();
        long calls = homeCalls.get();
        LockSupport.parkNanos(CLIENT_STOP_NS);
        if (!Resources.now().isWithin(before.plusDescriptors(Schemes.openedLate()))) {
            tally.leaked("while a client is stopped: " + Resources.now() + " instead of " + before);
        }
        if (neighbour.calls() == neighboursCalls) {
            tally.hung("a neighbour's calls stop with a client");
        }
        client.resume();
        long resumedNs = System.nanoTime();
        while (homeCalls.get() == calls && System.nanoTime() - resumedNs < SETTLE_NS) {
            LockSupport.parkNanos(PAUSE_NS);
        }
        if (homeCalls.get() == calls) {
            tally.hung("a client that goes on does not call");
        }
        tally.episode(homeCalls.get() - calls, sleepers.worstNs());
        neighbour.check(tally);
    }

    void close() throws Exception {
        server.terminate(); // in order: it takes its name along
        server.awaitExit();
        server.close();
        client.close();
        neighbour.close();
        home.close();
        sleepers.close();
    }
}
