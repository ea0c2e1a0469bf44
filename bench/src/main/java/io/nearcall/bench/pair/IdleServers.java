// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import io.nearcall.bench.Workload;
import io.nearcall.bench.measure.ProcessCpu;
import io.nearcall.bench.measure.WarmUp;
import io.nearcall.bench.peers.Peer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The CPU that idle servers use. Each system has a server JVM. Its client is connected, has warmed it up with one and
 * with eight callers, and is then silent. Another JVM only sleeps. All are watched over the same seconds.
 */
public final class IdleServers {

    /** The name of the JVM that only sleeps. */
    public static final String SLEEPING = "sleeping JVM";

    /** How long servers are silent before they are watched. */
    public static final long SETTLE_MS = 6_500;

    /** How long servers are watched. */
    public static final long WATCH_MS = 3_000;

    private static final WarmUp.Patience WARM_UP = new WarmUp.Patience(100, 1_000);
    private static final long START_TIMEOUT_S = 30;

    private IdleServers() {}

    /** Returns the costs by system, {@link #SLEEPING} first. Blocks for about eight seconds. */
    public static Map<String, IdleCost> costs(List<String> systems, Pair.Places places)
            throws IOException, InterruptedException {
        List<AutoCloseable> running = new ArrayList<>();
        try {
            Map<String, Long> pids = new LinkedHashMap<>();
            Child sleeping = Child.start(SLEEPING, "", JvmFlags.ALL, SleepingMain.class, List.of());
            running.add(sleeping);
            sleeping.next(Object.class, START_TIMEOUT_S);
            pids.put(SLEEPING, sleeping.pid());
            for (String system : systems) {
                Pair pair = Peer.of(system).isPresent()
                        ? Pair.startPeer("idle", system, JvmFlags.ALL, places)
                        : Pair.start("idle-" + system, List.of(system), "", places);
                running.add(pair);
                pair.warm(Workload.ADD, WARM_UP);
                pids.put(system, pair.serverPid());
            }
            Thread.sleep(SETTLE_MS);
            return watch(pids);
        } finally {
            closeAll(running);
        }
    }

    /** Returns the cost of each process over {@link #WATCH_MS}. Blocks for that time. */
    public static Map<String, IdleCost> watch(Map<String, Long> pids) throws IOException, InterruptedException {
        Map<String, Look> before = new LinkedHashMap<>();
        for (Map.Entry<String, Long> each : pids.entrySet()) {
            before.put(each.getKey(), Look.at(each.getValue()));
        }
        Thread.sleep(WATCH_MS);
        Map<String, IdleCost> costs = new LinkedHashMap<>();
        for (Map.Entry<String, Long> each : pids.entrySet()) {
            costs.put(each.getKey(), before.get(each.getKey()).costUntil(Look.at(each.getValue())));
        }
        return costs;
    }

    private record Look(long atNs, Map<String, Long> runNs, Map<String, Long> switches) {

        static Look at(long pid) throws IOException {
            return new Look(System.nanoTime(), ProcessCpu.runNs(pid), ProcessCpu.contextSwitches(pid));
        }

        IdleCost costUntil(Look later) {
            double watchedNs = later.atNs - atNs;
            return new IdleCost(
                    ProcessCpu.usedNs(runNs, later.runNs) / watchedNs,
                    ProcessCpu.growth(switches, later.switches) * 1e9 / watchedNs);
        }
    }

    private static void closeAll(List<AutoCloseable> running) {
        for (AutoCloseable each : running) {
            try {
                each.close();
            } catch (Exception e) {
                System.err.println("closing an idle JVM: " + e);
            }
        }
    }
}
