// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * For how long the threads of a process have run or been ready to run, as the kernel counts it. What a thread did that has
 * ended since is not known.
 *
 * @param readyNs by the number of the thread
 */
record Busyness(Map<String, Long> readyNs, long monitorNs, long atNs) {

    /** The kernel keeps 15 characters of a thread's name. */
    private static final String MONITOR = "nearcall-monito";

    static Busyness of(long pid) throws IOException {
        long atNs = System.nanoTime();
        Map<String, Long> readyNs = new HashMap<>();
        long monitorNs = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/" + pid + "/task"))) {
            for (Path thread : threads) {
                try {
                    String[] fields =
                            Files.readString(thread.resolve("schedstat")).split(" ");
                    long runNs = Long.parseLong(fields[0]);
                    readyNs.put(thread.getFileName().toString(), runNs + Long.parseLong(fields[1]));
                    boolean monitor = Files.readString(thread.resolve("comm")).startsWith(MONITOR);
                    monitorNs += monitor ? runNs : 0;
                } catch (IOException e) {
                    // it has ended, or there is no such file in this kernel
                }
            }
        }
        return new Busyness(readyNs, monitorNs, atNs);
    }

    /** How many threads were running or ready to run since then, on average. */
    double threadsSince(Busyness before) {
        long sumNs = 0;
        for (Map.Entry<String, Long> thread : readyNs.entrySet()) {
            sumNs += thread.getValue() - before.readyNs.getOrDefault(thread.getKey(), 0L);
        }
        return (double) sumNs / (atNs - before.atNs);
    }

    /** How many threads have each been running or ready to run for that part of the time since then, or longer. */
    int threadsInUseSince(Busyness before, double part) {
        double leastNs = part * (atNs - before.atNs);
        return (int) readyNs.entrySet().stream()
                .filter(thread -> thread.getValue() - before.readyNs.getOrDefault(thread.getKey(), 0L) >= leastNs)
                .count();
    }

    /** The share of one CPU that the monitor has used since then. */
    double monitorSince(Busyness before) {
        return (double) (monitorNs - before.monitorNs) / (atNs - before.atNs);
    }
}
