// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.kill;

import io.nearcall.Endpoint;
import io.nearcall.chaos.Resources;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.Yardstick;
import io.nearcall.chaos.called.CallLog;
import io.nearcall.chaos.called.LoggedTarget;
import io.nearcall.chaos.called.Target;
import io.nearcall.chaos.process.CPrograms;
import io.nearcall.chaos.process.Jvm;
import io.nearcall.chaos.process.Spares;
import io.nearcall.chaos.process.Victim;
import io.nearcall.chaos.process.VictimJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** Kills JVMs with SIGKILL, each stopped at one place of the code, and examines the process in C that they called or that called them. */
final class KillsBesideC {

    private static final String MORTAL = "mortal-beside-c";
    private static final String HOME = "home-in-c";

    private static final long REACHED_NS = 10_000_000_000L;
    private static final long LATEST_NS = 2_000_000;
    private static final long EARLIEST_CLOSE_NS = 20_000_000;
    private static final long HUNG_NS = 1_000_000_000;
    private static final long ENDED_NS = 20_000_000_000L;
    private static final long SETTLE_NS = 5_000_000_000L;
    private static final long PAUSE_NS = 1_000_000;

    private final Path scratch;
    private final SplittableRandom random;
    private final Tally tally;
    private final List<Episode> episodes;
    private final Spares spares;
    private final VictimJvm survivor;
    private final Resources baseline;
    private final Yardstick yardstick = new Yardstick();

    /** One death: who dies, and where. */
    private record Episode(CrashPoint point, boolean server, String scheme) {}

    /** @param altered a directory for the classes of victims */
    KillsBesideC(Path scratch, Path altered, CPrograms programs, SplittableRandom random, int count, Tally tally)
            throws IOException {
        this.scratch = scratch;
        this.random = random;
        this.tally = tally;
        this.episodes = draw(count);
        AlteredClasses.write(Files.createDirectory(altered));
        this.survivor = programs.start();
        survivor.expect("ready");
        for (String scheme : KillsInC.SCHEMES) {
            survivor.send("serve " + address(scheme, HOME));
            survivor.expect("serving");
        }
        this.baseline = Resources.of(survivor.pid());
        this.spares = new Spares(
                episodes.size(), () -> VictimJvm.start(scratch, Jvm.drawn().withClasses(altered), Victim.class));
    }

    private static String address(String scheme, String name) {
        return scheme + ":" + name + "-" + scheme;
    }

    private List<Episode> draw(int count) {
        List<Episode> all = new ArrayList<>();
        while (all.size() < count && !KillsInC.SCHEMES.isEmpty()) {
            for (CrashPoint point : CrashPoint.values()) {
                for (String scheme : KillsInC.SCHEMES) {
                    for (boolean server : new boolean[] {true, false}) {
                        if (!point.places(server, scheme).isEmpty()) {
                            all.add(new Episode(point, server, scheme));
                        }
                    }
                }
            }
        }
        Collections.shuffle(all, new Random(random.nextLong()));
        return all;
    }

    void run() throws Exception {
        for (Episode episode : episodes) {
            List<Place> places = episode.point.places(episode.server, episode.scheme);
            Place place = places.get(random.nextInt(places.size()));
            try (VictimJvm victim = spares.take()) {
                if (episode.server) {
                    killServer(episode, place, victim);
                } else {
                    killClient(episode, place, victim);
                }
                examine();
            } catch (IOException e) {
                throw new IOException(episode + " at " + place, e);
            }
        }
    }

    private void arm(VictimJvm victim, Place place) throws IOException {
        arm(victim, place, place.passages);
    }

    private void arm(VictimJvm victim, Place place, int passages) throws IOException {
        victim.send("arm " + place.ordinal() + " " + (1 + random.nextInt(passages)));
        victim.expect("armed");
    }

    private void awaitStop(VictimJvm victim, Place place) throws IOException {
        victim.expect("at " + place.ordinal(), REACHED_NS);
        LockSupport.parkNanos(random.nextLong(LATEST_NS));
    }

    private void killServer(Episode episode, Place place, VictimJvm victim) throws Exception {
        Path log = scratch.resolve("server-" + victim.pid() + ".log");
        String address = address(episode.scheme, MORTAL);
        if (place == Place.LISTENING) {
            arm(victim, place);
        }
        victim.send("serve " + address + " " + log);
        if (place != Place.LISTENING) {
            victim.expect("serving");
        }
        if (episode.point.isMeeting()) {
            if (place != Place.LISTENING) {
                arm(victim, place, 1); // it makes one object of each kind, because it calls nobody
            }
            yardstick.reset();
            survivor.send("find " + address);
        } else {
            survivor.send("find " + address);
            survivor.expect("found", ENDED_NS);
            arm(victim, place);
            yardstick.reset();
            tryAll();
        }
        if (episode.point == CrashPoint.CLOSING) {
            LockSupport.parkNanos(random.nextLong(LATEST_NS));
            victim.send("close");
        }
        awaitStop(victim, place);
        long sentNs = victim.kill();
        long endNs = victim.awaitEnd();
        if (!episode.point.isMeeting()) {
            judge(sentNs, endNs, log);
        } else if (nextLine().equals("found")) {
            tryAll();
            judge(sentNs, endNs, log);
        } else {
            tally.episode(0, yardstick.worstNs());
        }
        Files.deleteIfExists(log);
    }

    private void tryAll() throws IOException {
        survivor.send("try " + random.nextLong(Long.MAX_VALUE));
    }

    /** Reads what the process in C says of its calls to a server that has died. */
    private void judge(long sentNs, long endNs, Path log) throws IOException {
        Set<Long> begun = Files.exists(log) ? CallLog.read(log) : Set.of();
        long oversleepNs = yardstick.worstNs();
        int calls = 0;
        for (String line = nextLine(); !line.equals("ended"); line = nextLine()) {
            TriedInC tried = TriedInC.of(line);
            calls++;
            String fault = tried.fault(begun.contains(tried.nonce()));
            if (fault != null) {
                tally.wrong(fault);
            }
            boolean inFlight = tried.hasFailed() && tried.beginNs() < sentNs && tried.endNs() > sentNs;
            if (inFlight) {
                tally.delay(tried.endNs() - sentNs);
                if (tried.endNs() - endNs > HUNG_NS + oversleepNs) {
                    tally.hung(tried + " ended " + (tried.endNs() - sentNs) / 1_000 + " us after the signal");
                }
            }
        }
        tally.episode(calls, oversleepNs);
    }

    private String nextLine() throws IOException {
        try {
            return survivor.readLine(ENDED_NS);
        } catch (IOException e) {
            tally.hung("the process in C: " + e.getMessage()); // which tells whether it lives
            throw e;
        }
    }

    private void killClient(Episode episode, Place place, VictimJvm victim) throws Exception {
        boolean closing = episode.point == CrashPoint.CLOSING;
        if (!closing) {
            arm(victim, place);
        }
        yardstick.reset();
        victim.send("call " + address(episode.scheme, HOME) + " " + random.nextLong());
        victim.expect("calling");
        if (closing) {
            LockSupport.parkNanos(EARLIEST_CLOSE_NS + random.nextLong(LATEST_NS));
            arm(victim, place);
            victim.send("close");
        }
        awaitStop(victim, place);
        victim.kill();
        victim.awaitEnd();
        tally.episode(0, yardstick.worstNs());
    }

    /** After each death the process in C lives, and holds no more than before. */
    private void examine() throws IOException {
        long startNs = System.nanoTime();
        int sessions = sessions();
        while (sessions != 0 && System.nanoTime() - startNs < SETTLE_NS) {
            LockSupport.parkNanos(PAUSE_NS);
            sessions = sessions();
        }
        if (sessions != 0) {
            tally.leaked(sessions + " sessions of clients that have died");
        }
        if (Resources.awaitWithin(survivor.pid(), baseline, SETTLE_NS) < 0) {
            tally.leaked("the process in C has " + Resources.of(survivor.pid()) + " instead of " + baseline);
        }
    }

    private int sessions() throws IOException {
        survivor.send("sessions");
        return Integer.parseInt(nextLine());
    }

    void close() throws Exception {
        spares.close();
        survivor.terminate();
        survivor.awaitExit();
        survivor.close();
        yardstick.close();
        for (String scheme :
                KillsInC.SCHEMES) { // what the last servers have left, their names, goes with the next ones: these
            try (Endpoint successor = Endpoint.open()) {
                successor.export(Target.class, new LoggedTarget(nonce -> {}), address(scheme, MORTAL));
            }
        }
    }
}
