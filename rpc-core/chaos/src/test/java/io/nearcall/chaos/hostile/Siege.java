// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.hostile;

import io.nearcall.chaos.Resources;
import io.nearcall.chaos.Site;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.Yardstick;
import io.nearcall.chaos.process.Jvm;
import io.nearcall.chaos.process.Launch;
import io.nearcall.chaos.process.Neighbour;
import io.nearcall.chaos.process.VictimJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * A server in a process of its own, which is attacked, and its well-behaved client, which keeps calling. A JVM has 64 MB of
 * heap.
 */
final class Siege implements AutoCloseable {

    static final String SERVICE = "besieged";

    /** How long the server may take to accept a client, even after an attack. */
    private static final long ENTRY_NS = 1_000_000_000;

    private static final int ENOUGH_FAULTS = 20;
    private static final long SETTLE_NS = 10_000_000_000L;

    /** Whatever channel the build prefers. */
    static final List<String> ANY_CHANNEL = List.of("env", "-u", "NEARCALL_CHANNEL");

    /** An attack on the server. An error that it throws is a fault of the server. */
    @FunctionalInterface
    interface Attack {
        void run() throws Exception;
    }

    /** A good client that has just been let in. */
    interface Visitor extends AutoCloseable {
        void leave();

        @Override
        void close();
    }

    private final Path scratch;
    private final Tally tally;
    private final Supplier<Visitor> entry;
    private final Yardstick yardstick = new Yardstick();
    private final VictimJvm server;
    private final Neighbour neighbour;
    private final Resources baseline;

    /**
     * Of a JVM.
     *
     * @param channel that the good client uses
     */
    Siege(Path scratch, Tally tally, String channel) throws IOException {
        this(scratch, tally, Site.HERE, channel, jvm(scratch, Site.HERE), () -> Intruder.greeted(SERVICE));
    }

    /** Of a server that is attacked as one of another host is. */
    Siege(Path scratch, Tally tally, Site site) throws IOException {
        this(scratch, tally, site, site.schemes().get(0), jvm(scratch, site), () -> Guest.greeted(site));
    }

    /** @param server that was just started, and will be ended */
    Siege(Path scratch, Tally tally, String channel, VictimJvm server) throws IOException {
        this(scratch, tally, Site.HERE, channel, server, () -> Intruder.greeted(SERVICE));
    }

    private Siege(Path scratch, Tally tally, Site site, String channel, VictimJvm server, Supplier<Visitor> entry)
            throws IOException {
        this.entry = entry;
        this.scratch = scratch;
        this.tally = tally;
        this.server = server;
        server.expect("ready");
        server.send("serve " + site.address(SERVICE) + " " + scratch.resolve("log"));
        server.expect("serving");
        this.neighbour = new Neighbour(site.address(channel, SERVICE));
        this.baseline = Resources.of(server.pid());
    }

    private static VictimJvm jvm(Path scratch, Site site) throws IOException {
        return new Launch(Stronghold.class, Jvm.optimized())
                .prefix(ANY_CHANNEL)
                .start(scratch, site.argumentsOfVictim());
    }

    /** One episode: the attack, and a check of the others. Does nothing any more once there are many faults. */
    void attack(String what, Attack attack) {
        if (tally.faults().size() >= ENOUGH_FAULTS) {
            return;
        }
        yardstick.reset();
        long callsBefore = neighbour.calls();
        try {
            attack.run();
        } catch (Exception | AssertionError e) {
            tally.wrong(what + ": " + e);
        }
        greetWell(what);
        neighbour.check(tally);
        tally.episode(neighbour.calls() - callsBefore, yardstick.worstNs());
    }

    private void greetWell(String what) {
        long startNs = System.nanoTime();
        try (Visitor good = entry.get()) {
            long entryNs = System.nanoTime() - startNs;
            good.leave();
            tally.delay(entryNs);
            if (entryNs > ENTRY_NS + yardstick.worstNs()) {
                tally.hung("a good one was let in after " + entryNs / 1_000_000 + " ms: " + what);
            }
        } catch (RuntimeException | AssertionError e) {
            tally.hung("a good one is not let in: " + what + ": " + e);
        }
    }

    /** How late this machine is at most, in the present attack. */
    long oversleepNs() {
        return yardstick.worstNs();
    }

    /** After attacks: waits until the server has given back all that they took, and has answered its client once more. */
    void settle(String what) throws Exception {
        if (Resources.awaitWithin(server.pid(), baseline, SETTLE_NS) < 0) {
            tally.leaked("the server has " + Resources.of(server.pid()) + " instead of " + baseline + ": " + what);
        }
        long calls = neighbour.calls();
        long startNs = System.nanoTime();
        while (neighbour.calls() == calls) {
            if (System.nanoTime() - startNs > SETTLE_NS) {
                tally.hung("the good client is not answered any more: " + what);
                break;
            }
            Thread.sleep(1);
        }
        neighbour.check(tally);
    }

    @Override
    public void close() throws IOException {
        try {
            neighbour.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        yardstick.close();
        server.terminate();
        try {
            int status = server.awaitExit();
            if (status != 143) { // SIGTERM
                tally.crashed("the server ended with status " + status);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            server.close();
        }
        Files.deleteIfExists(scratch.resolve("log"));
        if (Files.deleteIfExists(scratch.resolve(Canary.SONG))) {
            tally.wrong("a class was initialised that nobody had allowed");
        }
    }
}
