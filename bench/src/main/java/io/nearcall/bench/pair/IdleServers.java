// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import io.nearcall.bench.measure.ProcessCpu;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The CPU that idle servers use: a server JVM for each system, its client connected, warmed up by one and by eight
 * callers and then silent, beside a JVM that only sleeps. All are watched over the same seconds.
 */
public final class IdleServers {

    /** The name of the JVM that only sleeps. */
    public static final String SLEEPING = "sleeping JVM";

    private static final long WARM_MS = 100;
    private static final long SETTLE_MS = 6_500;
    private static final long WATCH_MS = 3_000;
    private static final long START_TIMEOUT_S = 30;

    private IdleServers() {}

    /** Blocks for some eight seconds. Returns the share of one CPU, by system, {@link #SLEEPING} first. */
    public static Map<String, Double> cpuShares(List<String> systems, Pair.Places places)
            throws IOException, InterruptedException {
        List<AutoCloseable> running = new ArrayList<>();
        try {
            Map<String, Long> pids = new LinkedHashMap<>();
            Child sleeping = Child.start(SLEEPING, "", SleepingMain.class, List.of());
            running.add(sleeping);
            sleeping.next(Object.class, START_TIMEOUT_S);
            pids.put(SLEEPING, sleeping.pid());
            for (String system : systems) {
                Pair pair = Pair.start("idle-" + system, List.of(system), "", places);
                running.add(pair);
                pair.warm(WARM_MS);
                pids.put(system, pair.serverPid());
            }
            Thread.sleep(SETTLE_MS);
            return watch(pids);
        } finally {
            closeAll(running);
        }
    }

    private static Map<String, Double> watch(Map<String, Long> pids) throws IOException, InterruptedException {
        Map<String, Map<String, Long>> before = new LinkedHashMap<>();
        long beganNs = System.nanoTime();
        for (Map.Entry<String, Long> each : pids.entrySet()) {
            before.put(each.getKey(), ProcessCpu.runNs(each.getValue()));
        }
        Thread.sleep(WATCH_MS);
        double watchedNs = System.nanoTime() - beganNs;
        Map<String, Double> shares = new LinkedHashMap<>();
        for (Map.Entry<String, Long> each : pids.entrySet()) {
            long usedNs = ProcessCpu.usedNs(before.get(each.getKey()), ProcessCpu.runNs(each.getValue()));
            shares.put(each.getKey(), usedNs / watchedNs);
        }
        return shares;
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
