// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.kill;

import io.nearcall.Endpoint;
import io.nearcall.chaos.CpuWait;
import io.nearcall.chaos.Resources;
import io.nearcall.chaos.Site;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.Yardstick;
import io.nearcall.chaos.called.Attempt;
import io.nearcall.chaos.called.CallKind;
import io.nearcall.chaos.called.CallLog;
import io.nearcall.chaos.called.LoggedTarget;
import io.nearcall.chaos.called.Target;
import io.nearcall.chaos.process.Neighbour;
import io.nearcall.chaos.process.VictimJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The process that survives. It has one endpoint that calls the servers to be killed, one with services that the clients
 * to be killed call, and a neighbour that must notice nothing. It runs the checks after each death.
 */
final class Survivor {

    private static final String MORTAL_NAME = "killed-";
    private static final String HOME_NAME = "home-";
    private static final String HELD_NAME = "held-";
    private static final String NEIGHBOURHOOD = "neighbourhood";

    /** Threads that call a server together. */
    static final int CALLERS = 3;

    private static final long SETTLE_NS = 3_000_000_000L;

    private final Tally tally;
    private final SplittableRandom random;
    private final Deaths deaths;
    private final AtomicLong nonces;
    private final Yardstick yardstick = new Yardstick();
    private final Endpoint caller;
    private final Endpoint home;
    private final Neighbour neighbour;
    private final Site homeSite;
    private final Site mortalSite;
    private final Map<String, Target> stubs = new HashMap<>();
    private final AtomicLong served = new AtomicLong();
    private final Held held = new Held();
    private final List<LoggedTarget> targets = new ArrayList<>();
    private final Resources baseline;

    /** On this host. */
    Survivor(SplittableRandom random, Tally tally) {
        this(random, tally, Site.HERE, Site.HERE);
    }

    /** @param mortals where the servers are that will be killed, one after the other */
    Survivor(SplittableRandom random, Tally tally, Site home, Site mortals) {
        this.random = random;
        this.tally = tally;
        this.homeSite = home;
        this.mortalSite = mortals;
        this.deaths = new Deaths(tally);
        this.nonces = new AtomicLong(random.nextLong() & 0xFFFFFF00000000L);
        this.caller = Endpoint.builder().name("caller").open();
        this.home = homeSite.builder().name("home").open();
        for (String scheme : homeSite.schemes()) {
            this.home.export(
                    Target.class, target(nonce -> served.incrementAndGet()), Site.exported(homeAddress(scheme)));
            this.home.export(Target.class, target(held::hold), Site.exported(heldAddress(scheme)));
        }
        this.home.export(Target.class, new LoggedTarget(nonce -> {}), NEIGHBOURHOOD);
        this.neighbour = new Neighbour(homeSite.address(NEIGHBOURHOOD));
        this.baseline = Resources.now();
    }

    private LoggedTarget target(LongConsumer begun) {
        LoggedTarget target = new LoggedTarget(begun);
        targets.add(target);
        return target;
    }

    /** What servers bear that will be killed. */
    String mortalAddress(String scheme) {
        return mortalSite.address(scheme, MORTAL_NAME + scheme);
    }

    /** What clients call that will be killed. */
    String homeAddress(String scheme) {
        return homeSite.address(scheme, HOME_NAME + scheme);
    }

    /** As above; methods stay there until they are interrupted. */
    String heldAddress(String scheme) {
        return homeSite.address(scheme, HELD_NAME + scheme);
    }

    Deaths deaths() {
        return deaths;
    }

    /** The calls that came to {@link #homeAddress}. */
    long served() {
        return served.get();
    }

    Held held() {
        return held;
    }

    /** Threads that will call through the stub that outlives its servers; the server is alive. */
    List<CallerThread> callers(String scheme) {
        Target stub = stubs.computeIfAbsent(scheme, s -> caller.lookup(Target.class, mortalAddress(s)));
        Attempt first = Attempt.make(CallKind.PING, stub, nonces.incrementAndGet());
        if (first.thrown() != null) {
            tally.wrong("the stub did not find the next server: " + first.thrown());
        }
        List<CallerThread> threads = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            threads.add(new CallerThread(stub, nonces::incrementAndGet, random.split()));
        }
        return threads;
    }

    /** Threads that will connect, whether there is a server or not. */
    List<CallerThread> binders(String scheme) {
        List<CallerThread> threads = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            threads.add(new BindingThread(mortalAddress(scheme), nonces::incrementAndGet, random.split()));
        }
        return threads;
    }

    /** Restarts the yardstick. */
    void beginMeasuring() {
        yardstick.reset();
    }

    /** Kills a server, and checks the outcomes of its callers, whose threads then end. */
    void killServer(VictimJvm victim, List<CallerThread> threads, Path log, boolean large) throws Exception {
        threads.forEach(CallerThread::finish);
        CpuWait waits = CpuWait.start();
        long sentNs = victim.kill();
        for (CallerThread thread : threads) {
            thread.awaitEnd(tally);
        }
        long oversleepNs = yardstick.worstNs();
        Deaths.Death death = new Deaths.Death(sentNs, victim.awaitEnd(), oversleepNs, waits.elapsedNs(), large);
        threads.forEach(CallerThread::leave);
        deaths.ended(death);
        Set<Long> begun = Files.exists(log) ? CallLog.read(log) : Set.of();
        Files.deleteIfExists(log);
        int calls = 0;
        for (CallerThread thread : threads) {
            List<Attempt> attempts = thread.attempts();
            calls += attempts.size();
            attempts.forEach(attempt -> deaths.judge(attempt, begun, death));
        }
        tally.episode(calls, oversleepNs);
    }

    /** Kills a client, and waits until all its resources are released. */
    void killClient(VictimJvm victim, boolean large) throws Exception {
        CpuWait waits = CpuWait.start();
        long sentNs = victim.kill();
        Resources.awaitWithin(baseline, SETTLE_NS); // examine() reports if that is not enough
        long releasedNs = System.nanoTime();
        long oversleepNs = yardstick.worstNs();
        Deaths.Death death = new Deaths.Death(sentNs, victim.awaitEnd(), oversleepNs, waits.elapsedNs(), large);
        deaths.ended(death);
        deaths.released(releasedNs, death);
        tally.episode(0, oversleepNs);
    }

    /** Run after each death: nothing has leaked, a new client is served, and the neighbour has noticed nothing. */
    void examine(long victimPid, String scheme) throws IOException {
        try (Endpoint endpoint = Endpoint.builder().name("newcomer").open()) {
            Target target = endpoint.lookup(Target.class, homeAddress(scheme));
            Attempt first = Attempt.make(CallKind.ORDER, target, nonces.incrementAndGet());
            if (first.thrown() != null) {
                tally.wrong("a new client was not served: " + first.thrown());
            }
        }
        if (Resources.awaitWithin(baseline, SETTLE_NS) < 0) {
            tally.leaked(Resources.now() + " instead of " + baseline);
        }
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("io.nearcall.dir")))) {
            Predicate<String> ofVictim =
                    Pattern.compile("\\.[a-z]+-" + victimPid + "-.*").asMatchPredicate();
            files.filter(file -> ofVictim.test(file.getFileName().toString()))
                    .forEach(file -> tally.leaked(file.toString()));
        }
        neighbour.check(tally);
    }

    /** What the last victims have left, their names, is taken over and removed by the next servers: by these. */
    private void succeed() {
        for (String scheme : mortalSite.schemes()) {
            try (Endpoint successor = Endpoint.open()) {
                successor.export(Target.class, new LoggedTarget(nonce -> {}), Site.exported(mortalAddress(scheme)));
            }
        }
    }

    void close() throws Exception {
        succeed();
        for (LoggedTarget target : targets) {
            int sessions = target.sessionsLeft();
            if (sessions > 0) {
                tally.leaked(sessions + " sessions of clients that have died");
            }
        }
        neighbour.close();
        caller.close();
        home.close();
        yardstick.close();
    }
}
