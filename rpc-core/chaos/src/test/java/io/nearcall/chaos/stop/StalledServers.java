// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.stop;

import io.nearcall.Endpoint;
import io.nearcall.chaos.Resources;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.process.Host;
import io.nearcall.chaos.process.Jvm;
import io.nearcall.chaos.process.Launch;
import io.nearcall.chaos.process.VictimJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** Calls a server that stalls for reasons of its own. */
final class StalledServers implements AutoCloseable {

    private static final long WARM_UP_NS = 300_000_000;
    private static final long SETTLE_NS = 5_000_000_000L;

    private final Path scratch;
    private final SplittableRandom random;
    private final Tally tally;
    private final Sleepers sleepers = new Sleepers(DeadlineCallers.threads(2));
    private final Lateness lateness;

    StalledServers(Path scratch, SplittableRandom random, Tally tally, boolean mayDie) {
        this.scratch = scratch;
        this.random = random;
        this.tally = tally;
        this.lateness = new Lateness(tally, sleepers, mayDie);
    }

    /** What happens while it is called. */
    @FunctionalInterface
    interface Fault {
        void strike(VictimJvm server) throws IOException, InterruptedException;
    }

    /** Starts a server, has it called, stops or kills it, and checks the outcomes of the calls. */
    void episode(int heapMb, String manner, int number, List<String> prefix, Fault fault) throws Exception {
        Resources baseline = Resources.now();
        String service = manner + "-" + random.nextInt(Integer.MAX_VALUE);
        try (VictimJvm server = new Launch(Host.class, Jvm.cheap().with("-Xmx" + heapMb + "m"))
                        .prefix(prefix)
                        .start(scratch, service, manner, Integer.toString(number));
                Endpoint endpoint = Endpoint.builder().name("caller").open()) {
            server.expect("ready");
            warmUp(server, endpoint, service);
            DeadlineCallers callers = new DeadlineCallers(endpoint, service, random.split(), 2);
            sleepers.reset();
            callers.start();
            fault.strike(server);
            callers.finish(tally);
            long oversleepNs = sleepers.worstNs();
            tally.episode(callers.judge(lateness, oversleepNs), oversleepNs);
            server.terminate(); // unless it is dead: an orderly end removes its service names
            server.awaitExit();
        }
        if (Resources.awaitWithin(baseline, SETTLE_NS) < 0) {
            tally.leaked(Resources.now() + " instead of " + baseline);
        }
    }

    /** While a core is written, the classes of a first exception come from the same disk. */
    private void warmUp(VictimJvm server, Endpoint endpoint, String service) throws IOException, InterruptedException {
        DeadlineCallers callers = new DeadlineCallers(endpoint, service, random.split(), 1);
        callers.start();
        server.stop();
        letCall(WARM_UP_NS);
        server.resume();
        callers.finish(tally);
    }

    static void letCall(long durationNs) {
        LockSupport.parkNanos(durationNs);
    }

    /** With the figures. */
    @Override
    public void close() {
        lateness.conclude();
        sleepers.close();
    }
}
