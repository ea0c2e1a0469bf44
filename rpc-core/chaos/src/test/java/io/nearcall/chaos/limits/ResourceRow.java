// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import io.nearcall.Endpoint;
import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.Yardstick;
import io.nearcall.chaos.process.Jvm;
import io.nearcall.chaos.process.Launch;
import io.nearcall.chaos.process.VictimJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A hostile process takes as much of one resource as it may, and tries to take more. The resources of the attacked process
 * are then compared with {@code docs/guide/limits.md}. The calls of a well-behaved client are compared with calls of a
 * server that is not attacked.
 */
final class ResourceRow implements Row {

    /* There are three processes: one that is attacked, one that is spared, and the hostile one, which in turn attacks the
     * first and only computes. The good client calls the first in the one case and the second in the other. So the baseline
     * does not contain the work that the attacked process still has to do because of the attack. */

    private static final Path FIGURES = Path.of("target", "neighbours");
    private static final String ATTACKED = "attacked";
    private static final String SPARED = "spared";

    private static final int ROUNDS = 7;
    private static final int ROUNDS_IN_FULL = 90;
    private static final long SLICE_NS = 350_000_000;
    private static final long SLICE_IN_FULL_NS = 1_000_000_000;
    private static final long WARM_UP_NS = 300_000_000;

    /** Threads of pools are kept for five seconds, and lanes without calls for one second more. */
    private static final long GIVEN_BACK_NS = 20_000_000_000L;

    private static final long PAUSE_NS = 20_000_000;

    /** A thread that is ready to run for a smaller part of the time is not in use. */
    private static final double LEAST_USE = 0.05;

    /** Resources that a JVM may take for its own purposes: compiler threads, jars, loaded classes. */
    private static final Held OWN = new Held(4 << 20, 12, 4, 0);

    private final Resource resource;
    private Campaign campaign;
    private Tally tally;
    private Held before;

    ResourceRow(Resource resource) {
        this.resource = resource;
    }

    @Override
    public String name() {
        return resource.row();
    }

    @Override
    public String description() {
        return resource.description();
    }

    @Override
    public String mutation() {
        return resource.mutation();
    }

    @Override
    public Kind kind() {
        return Kind.RESOURCE;
    }

    @Override
    public void run(Campaign rowCampaign, Tally rowTally) throws Exception {
        campaign = rowCampaign;
        tally = rowTally;
        try (VictimJvm attacked = serve(ATTACKED);
                VictimJvm spared = serve(SPARED);
                VictimJvm aggressor = startAggressor();
                Endpoint endpoint = Endpoint.builder().name("neighbour").open();
                Yardstick yardstick = new Yardstick()) {
            attacked.expect("ready");
            spared.expect("ready");
            aggressor.expect("ready");
            Neighbour first = resource.neighbour(endpoint, ATTACKED);
            Neighbour second = resource.neighbour(endpoint, SPARED);
            measure(first, WARM_UP_NS);
            measure(second, WARM_UP_NS);
            before = Held.of(attacked);
            aggressor.send("take");
            String took = aggressor.readLine();
            Held taken = Held.of(attacked);
            Held most = compare(attacked, aggressor, first, second).or(taken);
            check(most, took);
            tellLongTurns(attacked);
            tally.episode(first.calls() + second.calls(), yardstick.worstNs());
            aggressor.kill();
            aggressor.awaitExit();
            awaitGivenBack(attacked);
            measure(first, 1);
            end(attacked);
            end(spared);
        }
    }

    private VictimJvm serve(String service) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(service));
        arguments.addAll(resource.limits().arguments());
        return new Launch(
                        Served.class,
                        Jvm.cheap().with("-Xmx" + resource.limits().heapMb() + "m"))
                .prefix(Resource.ANY_CHANNEL)
                .start(campaign.scratch(), arguments.toArray(String[]::new));
    }

    private VictimJvm startAggressor() throws IOException {
        List<String> arguments = new ArrayList<>(List.of(resource.attack(), ATTACKED));
        arguments.addAll(resource.limits().arguments());
        return new Launch(Aggressor.class, Jvm.cheap())
                .prefix(Resource.ANY_CHANNEL)
                .start(campaign.scratch(), arguments.toArray(String[]::new));
    }

    /** Interleaved slices of both; returns the most that the attacked process held after any of them. */
    private Held compare(VictimJvm attacked, VictimJvm aggressor, Neighbour first, Neighbour second) throws Exception {
        long sliceNs = campaign.promisedNs(SLICE_NS, SLICE_IN_FULL_NS);
        Held most = Held.ofSystem(attacked);
        int threads = countThreads(attacked, aggressor, sliceNs);
        List<Round> rounds = new ArrayList<>();
        for (int i = 0; i < campaign.promised(ROUNDS, ROUNDS_IN_FULL); i++) {
            long[] attackedNs = i % 2 == 0 ? slice(aggressor, "press", first, sliceNs) : null;
            long[] sparedNs = slice(aggressor, "compute " + threads, second, sliceNs);
            if (attackedNs == null) { // in turn, so that the second place is not always that of the same one
                attackedNs = slice(aggressor, "press", first, sliceNs);
            }
            rounds.add(new Round(attackedNs, sparedNs));
            most = most.or(Held.ofSystem(attacked));
        }
        report(new Comparison(rounds), threads);
        return most.or(Held.of(attacked));
    }

    /**
     * How many threads the hostile process and the attacked process use for the attack. Two threads that wake each other
     * in turn count as two, although they keep one CPU busy: each takes a CPU from the good client or from its server when
     * it wakes.
     */
    private int countThreads(VictimJvm attacked, VictimJvm aggressor, long sliceNs) throws Exception {
        Busyness quiet = Busyness.of(attacked.pid());
        LockSupport.parkNanos(sliceNs / 2);
        double quietThreads = Busyness.of(attacked.pid()).threadsSince(quiet);
        aggressor.send("press");
        Busyness ofAttacked = Busyness.of(attacked.pid());
        Busyness ofAggressor = Busyness.of(aggressor.pid());
        LockSupport.parkNanos(sliceNs);
        Busyness now = Busyness.of(attacked.pid());
        Busyness aggressorNow = Busyness.of(aggressor.pid());
        stop(aggressor);
        double busy = now.threadsSince(ofAttacked) - quietThreads + aggressorNow.threadsSince(ofAggressor);
        int inUse =
                now.threadsInUseSince(ofAttacked, LEAST_USE) + aggressorNow.threadsInUseSince(ofAggressor, LEAST_USE);
        if (busy < resource.leastBusyThreads()) {
            tally.wrong(String.format("the attack keeps only %.2f threads busy", busy));
        }
        tally.note(String.format(
                "the attack used %d threads, kept %.1f of them busy, and the monitor for %.0f %% of the time",
                inUse, busy, 100 * now.monitorSince(ofAttacked)));
        return Math.max(inUse, (int) Math.ceil(busy));
    }

    private long[] slice(VictimJvm aggressor, String what, Neighbour neighbour, long durationNs) throws Exception {
        aggressor.send(what);
        long[] latenciesNs = measure(neighbour, durationNs);
        stop(aggressor);
        return latenciesNs;
    }

    private void stop(VictimJvm aggressor) throws IOException {
        aggressor.send("stop");
        String answer = aggressor.readLine();
        if (!"stopped".equals(answer)) {
            throw new IOException("the attack: " + answer);
        }
    }

    /** A call that fails is an effect of the attack on the well-behaved client. */
    private long[] measure(Neighbour neighbour, long durationNs) {
        long startNs = System.nanoTime();
        try {
            return neighbour.measure(durationNs);
        } catch (Throwable e) {
            tally.wrong("a neighbour's call failed: " + e);
            return new long[] {System.nanoTime() - startNs};
        }
    }

    private void report(Comparison comparison, int threads) throws IOException {
        for (long latencyNs : comparison.all(Round::attackedNs)) {
            tally.delay(latencyNs);
        }
        tally.note(comparison + ", on " + threads + (threads == 1 ? " thread" : " threads"));
        if (comparison.isStarved()) {
            tally.starved(comparison.toString());
        }
        Files.createDirectories(FIGURES);
        String file = name().replaceAll("[^a-z]+", "-");
        comparison.writeTo(FIGURES.resolve(file + ".csv"));
        String svg = LatencyPlot.of(comparison, name());
        Files.writeString(FIGURES.resolve(file + ".svg"), svg);
        tally.figure(svg);
    }

    private void check(Held most, String took) {
        Held more = most.minus(before);
        tally.note("the attacker: " + took + ". It took " + more + ". The bound is " + resource.bound());
        if (!more.isWithin(resource.bound().plus(OWN))) {
            tally.leaked("more than is bounded: " + more + " instead of " + resource.bound());
        }
        if (!resource.isReached(more)) {
            tally.wrong("the attack does not come near the bound: " + more + " instead of " + resource.bound());
        }
    }

    /** The calls of others measure whether they waited for the monitor. This note says what held it up. */
    private void tellLongTurns(VictimJvm attacked) throws IOException {
        attacked.send("turns");
        tally.note("the watchdog of the monitor warned of " + attacked.readLine() + " long turns");
    }

    private void awaitGivenBack(VictimJvm attacked) throws IOException {
        long startNs = System.nanoTime();
        Held left = Held.of(attacked).minus(before);
        while (!left.isWithin(OWN) && System.nanoTime() - startNs < GIVEN_BACK_NS) {
            if (!campaign.isLong()
                    && !resource.isAboutThreads()
                    && left.withoutThreads().isWithin(OWN)) {
                return; // only idle threads of a pool remain
            }
            LockSupport.parkNanos(PAUSE_NS);
            left = Held.of(attacked).minus(before);
        }
        if (!left.isWithin(OWN)) {
            tally.leaked("still held when the attacker has gone: " + left);
        }
    }

    private void end(VictimJvm server) throws InterruptedException {
        server.terminate();
        int status = server.awaitExit();
        if (status != 143) { // SIGTERM
            tally.crashed("a server ended with status " + status);
        }
    }
}
