// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.kill;

import io.nearcall.Outcome;
import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Schemes;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.process.Jvm;
import io.nearcall.chaos.process.Spares;
import io.nearcall.chaos.process.Victim;
import io.nearcall.chaos.process.VictimJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Kills servers and clients with SIGKILL, each at one place of the code, and examines the survivor after each death.
 */
final class ExactKills {

    /*
     * A victim runs altered classes. One of its threads stops at the place for which the victim was armed, prints that,
     * and goes no further. Its other threads go on. Its callers call in every way from three threads, and learn of its
     * death a random moment later. A place that is not reached in time fails the row.
     */

    /** One death: which process dies, where, and how. */
    private record Episode(CrashPoint point, boolean server, String scheme, boolean large) {}

    private static final int RESIDENT_MIB = 256;
    private static final int ONE_IN_IS_LARGE = 5;
    private static final int ONE_IN_RUNS_ON_25 = 4;
    private static final long REACHED_NS = 10_000_000_000L;
    private static final long LATEST_NS = 2_000_000;
    private static final long PAUSE_NS = 100_000;

    private final Path scratch;
    private final SplittableRandom random;
    private final Survivor survivor;
    private final Spares spares;
    private final List<Episode> episodes;
    private final Tally tally;

    ExactKills(Path scratch, Path altered, SplittableRandom random, int count, Tally tally) throws IOException {
        this.scratch = scratch;
        this.random = random;
        this.tally = tally;
        this.episodes = draw(count);
        AlteredClasses.write(altered);
        SplittableRandom ofJvm = random.split();
        this.survivor = new Survivor(random, tally);
        this.spares = new Spares(count, () -> VictimJvm.start(scratch, draw(altered, ofJvm), Victim.class));
    }

    /** Every point of every side and channel as often as every other, in a random order. */
    private List<Episode> draw(int count) {
        List<Episode> all = new ArrayList<>();
        while (all.size() < count) {
            for (CrashPoint point : CrashPoint.values()) {
                for (String scheme : Schemes.ALL) {
                    for (boolean server : new boolean[] {true, false}) {
                        all.add(new Episode(point, server, scheme, random.nextInt(ONE_IN_IS_LARGE) == 0));
                    }
                }
            }
        }
        List<Episode> drawn = new ArrayList<>(all.subList(0, count));
        Collections.shuffle(drawn, new Random(random.nextLong()));
        return drawn;
    }

    private static Jvm draw(Path altered, SplittableRandom random) {
        Jvm jvm = Jvm.drawn().with("-Xmx" + 2 * RESIDENT_MIB + "m").withClasses(altered);
        boolean on25 = random.nextInt(ONE_IN_RUNS_ON_25) == 0;
        return on25 ? Campaign.java25().map(jvm::on25).orElse(jvm) : jvm;
    }

    void run() throws Exception {
        for (Episode episode : episodes) {
            List<Place> places = episode.point.places(episode.server, episode.scheme);
            Place place = places.isEmpty() ? null : places.get(random.nextInt(places.size()));
            try (VictimJvm victim = spares.take()) {
                if (episode.large) {
                    victim.send("grow " + RESIDENT_MIB);
                    victim.expect("grown");
                }
                if (episode.server) {
                    killServer(episode, place, victim);
                } else {
                    killClient(episode, place, victim);
                }
                survivor.examine(victim.pid(), episode.scheme);
            } catch (IOException e) {
                throw new IOException(episode + " at " + place, e);
            }
        }
        survivor.deaths().conclude();
        boolean seen = Schemes.ALL.stream().anyMatch(Place.WORDS_TAKEN::isPassedOver);
        if (seen && survivor.deaths().count(Outcome.NOT_STARTED) == 0) {
            tally.wrong("no call was said not to have started, though some were stopped just before");
        }
    }

    private void arm(VictimJvm victim, Place place) throws IOException {
        victim.send("arm " + place.ordinal() + " " + (1 + random.nextInt(place.passages)));
        victim.expect("armed");
    }

    private void awaitStop(VictimJvm victim, Place place) throws IOException {
        victim.expect("at " + place.ordinal(), REACHED_NS);
        LockSupport.parkNanos(random.nextLong(LATEST_NS));
    }

    private void killServer(Episode episode, Place place, VictimJvm victim) throws Exception {
        Path log = scratch.resolve("server-" + victim.pid() + ".log");
        String serve = "serve " + survivor.mortalAddress(episode.scheme) + " " + log;
        if (place == Place.LISTENING) {
            arm(victim, place);
            victim.send(serve);
        } else {
            victim.send(serve);
            victim.expect("serving");
        }
        List<CallerThread> threads =
                episode.point.isMeeting() ? survivor.binders(episode.scheme) : survivor.callers(episode.scheme);
        if (place != Place.LISTENING) {
            arm(victim, place);
        }
        survivor.beginMeasuring();
        threads.forEach(Thread::start);
        if (episode.point == CrashPoint.CLOSING) {
            LockSupport.parkNanos(random.nextLong(LATEST_NS));
            victim.send("close");
        }
        awaitStop(victim, place);
        survivor.killServer(victim, threads, log, episode.large);
    }

    private void killClient(Episode episode, Place place, VictimJvm victim) throws Exception {
        boolean closing = episode.point == CrashPoint.CLOSING;
        boolean held = episode.point.holdsCall();
        if (place != null && !closing) {
            arm(victim, place);
        }
        survivor.held().expect();
        long served = survivor.served();
        survivor.beginMeasuring();
        victim.send("call "
                + (held ? survivor.heldAddress(episode.scheme) : survivor.homeAddress(episode.scheme))
                + " "
                + random.nextLong()
                + (held ? " PING ORDER MEGABYTE" : "")); // a wait on the shared lane hides the others
        victim.expect("calling");
        if (closing) {
            awaitServed(served, victim);
            arm(victim, place);
            victim.send("close");
        }
        if (held && !survivor.held().awaitBegun()) {
            throw new IOException("process " + victim.pid() + " has not called");
        }
        if (place != null) {
            awaitStop(victim, place);
        }
        survivor.killClient(victim, episode.large);
        if (held && !survivor.held().awaitInterrupted()) {
            tally.wrong("the method of a dead caller was not interrupted");
        }
    }

    private void awaitServed(long before, VictimJvm victim) throws IOException {
        long startNs = System.nanoTime();
        while (survivor.served() == before) {
            if (System.nanoTime() - startNs > REACHED_NS) {
                throw new IOException("process " + victim.pid() + " has not called");
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    void close() throws Exception {
        survivor.close();
        spares.close();
    }
}
