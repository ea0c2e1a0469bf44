// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.kill;

import io.nearcall.chaos.Site;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.process.Spares;
import io.nearcall.chaos.process.Victim;
import io.nearcall.chaos.process.VictimJvm;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** Kills servers and clients with SIGKILL at random moments of calls, and examines the survivor after each. */
final class RandomKills {

    /*
     * A server's episode: a warm victim exports under the name of its predecessor, and the stub of the first episode must
     * find it. Then threads call it in every way, or new endpoints connect and bind, until it is killed after a random
     * time. A call counts as in flight if it had begun when the signal was sent. A later call correctly waits for the next
     * server. A client's episode: the victim looks up a service of ours and calls it, and is killed after a random time,
     * while a neighbour's calls go on. Half of the servers are clients at the same time. So both directions of a connection
     * die at once, and fewer processes have to start.
     */

    private static final long EARLIEST_NS = 100_000;
    private static final double LATEST_FACTOR = 400; // 40 ms
    private static final int ONE_IN_BINDS = 4;

    private final Path scratch;
    private final SplittableRandom random;
    private final Tally tally;
    private final Site mortals;
    private final int each;
    private final Survivor survivor;
    private final Spares spares;

    /** Prepares everything; {@code each} is how many servers are killed, and how many clients. */
    RandomKills(Path scratch, SplittableRandom random, int each, Tally tally) {
        this(scratch, random, each, tally, Site.HERE, Site.HERE);
    }

    /** @param mortals where the servers are that will be killed, one after the other */
    RandomKills(Path scratch, SplittableRandom random, int each, Tally tally, Site home, Site mortals) {
        this.scratch = scratch;
        this.random = random;
        this.tally = tally;
        this.each = each;
        this.mortals = mortals;
        this.survivor = new Survivor(random, tally, home, mortals);
        int victims = 2 * each - each / 2; // half of them are both
        this.spares = new Spares(victims, () -> VictimJvm.start(scratch, Victim.class, mortals.argumentsOfVictim()));
    }

    /** Kills them all. */
    void run() throws Exception {
        int bothLeft = each / 2;
        int serversLeft = each - bothLeft;
        int clientsLeft = each - bothLeft;
        while (bothLeft + serversLeft + clientsLeft > 0) {
            int drawn = random.nextInt(bothLeft + serversLeft + clientsLeft);
            if (drawn < bothLeft) {
                killServer(true);
                bothLeft--;
            } else if (drawn < bothLeft + serversLeft) {
                killServer(false);
                serversLeft--;
            } else {
                killClient();
                clientsLeft--;
            }
        }
        survivor.deaths().conclude();
    }

    private long delayNs() {
        return (long) (EARLIEST_NS * Math.pow(LATEST_FACTOR, random.nextDouble()));
    }

    private void call(VictimJvm victim, String scheme) throws Exception {
        victim.send("call " + survivor.homeAddress(scheme) + " " + random.nextLong());
        victim.expect("calling");
    }

    private void killServer(boolean callsToo) throws Exception {
        String scheme = mortals.drawnScheme(random);
        try (VictimJvm victim = spares.take()) {
            Path log = scratch.resolve("server-" + victim.pid() + ".log");
            victim.send("serve " + survivor.mortalAddress(scheme) + " " + log);
            victim.expect("serving");
            boolean binding = random.nextInt(ONE_IN_BINDS) == 0;
            List<CallerThread> threads = binding ? survivor.binders(scheme) : survivor.callers(scheme);
            if (callsToo) {
                call(victim, scheme);
            }
            survivor.beginMeasuring();
            threads.forEach(Thread::start);
            LockSupport.parkNanos(delayNs());
            survivor.killServer(victim, threads, log, false);
            if (callsToo) {
                tally.episode(0, 0);
            }
            survivor.examine(victim.pid(), scheme);
        }
    }

    private void killClient() throws Exception {
        String scheme = mortals.drawnScheme(random);
        try (VictimJvm victim = spares.take()) {
            call(victim, scheme);
            survivor.beginMeasuring();
            LockSupport.parkNanos(delayNs());
            survivor.killClient(victim, false);
            survivor.examine(victim.pid(), scheme);
        }
    }

    void close() throws Exception {
        survivor.close();
        spares.close();
    }
}
