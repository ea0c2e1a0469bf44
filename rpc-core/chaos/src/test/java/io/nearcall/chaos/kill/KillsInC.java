// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.kill;

import io.nearcall.chaos.Schemes;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.process.CPrograms;
import io.nearcall.chaos.process.Spares;
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
 * Kills servers and clients in C with SIGKILL, each stopped at one place of the code, and examines this JVM after each. As
 * {@link ExactKills} does with JVMs.
 */
final class KillsInC {

    /** Those that libnearcall has. */
    static final List<String> SCHEMES = List.of("shm", "fifo", "unix").stream()
            .filter(Schemes.ALL::contains)
            .toList();

    private static final long REACHED_NS = 10_000_000_000L;
    private static final long LATEST_NS = 2_000_000;
    private static final long PAUSE_NS = 100_000;

    private final Path scratch;
    private final SplittableRandom random;
    private final Survivor survivor;
    private final Spares spares;
    private final List<Episode> episodes;
    private final Tally tally;

    /** One death: who dies, and where. */
    private record Episode(CrashPoint point, boolean server, String scheme) {}

    KillsInC(Path scratch, CPrograms programs, SplittableRandom random, int count, Tally tally) {
        this.scratch = scratch;
        this.random = random;
        this.tally = tally;
        this.episodes = draw(count);
        this.survivor = new Survivor(random, tally);
        this.spares = new Spares(episodes.size(), programs::start);
    }

    /** Every point of every side and channel as often as every other, in a random order. */
    private List<Episode> draw(int count) {
        List<Episode> all = new ArrayList<>();
        while (all.size() < count && !SCHEMES.isEmpty()) {
            for (CrashPoint point : CrashPoint.values()) {
                for (String scheme : SCHEMES) {
                    all.add(new Episode(point, true, scheme));
                    all.add(new Episode(point, false, scheme));
                }
            }
        }
        Collections.shuffle(all, new Random(random.nextLong()));
        return all;
    }

    void run() throws Exception {
        for (Episode episode : episodes) {
            List<CPlace> places = CPlace.at(episode.point, episode.server, episode.scheme);
            CPlace place = places.isEmpty() ? null : places.get(random.nextInt(places.size()));
            try (VictimJvm victim = spares.take()) {
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
    }

    private void arm(VictimJvm victim, CPlace place) throws IOException {
        victim.send("arm " + place + " " + (1 + random.nextInt(place.passages)));
        victim.expect("armed");
    }

    private void awaitStop(VictimJvm victim, CPlace place) throws IOException {
        victim.expect("at " + place, REACHED_NS);
        LockSupport.parkNanos(random.nextLong(LATEST_NS));
    }

    private void killServer(Episode episode, CPlace place, VictimJvm victim) throws Exception {
        Path log = scratch.resolve("server-" + victim.pid() + ".log");
        String serve = "serve " + survivor.mortalAddress(episode.scheme) + " " + log;
        if (place == CPlace.LISTENING) {
            arm(victim, place);
            victim.send(serve);
        } else {
            victim.send(serve);
            victim.expect("serving");
        }
        List<CallerThread> threads =
                episode.point.isMeeting() ? survivor.binders(episode.scheme) : survivor.callers(episode.scheme);
        boolean closing = episode.point == CrashPoint.CLOSING;
        if (place != CPlace.LISTENING) {
            arm(victim, place);
        }
        survivor.beginMeasuring();
        threads.forEach(Thread::start);
        if (closing) {
            LockSupport.parkNanos(random.nextLong(LATEST_NS));
            victim.send("close");
        }
        awaitStop(victim, place);
        survivor.killServer(victim, threads, log, false);
    }

    private void killClient(Episode episode, CPlace place, VictimJvm victim) throws Exception {
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
                + random.nextLong(Long.MAX_VALUE)
                + (held ? " PING ORDER MEGABYTE" : ""));
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
        survivor.killClient(victim, false);
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
