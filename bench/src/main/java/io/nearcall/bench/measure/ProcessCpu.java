// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.measure;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The CPU time of another process, from {@code /proc}. */
public final class ProcessCpu {

    private ProcessCpu() {}

    /**
     * Returns the nanoseconds that each living thread of the process has run. They come from {@code schedstat}, because
     * utime and stime of {@code stat} count in ticks of 10 ms, which is more than an idle JVM uses in 3 s.
     */
    public static Map<String, Long> runNs(long pid) throws IOException {
        Map<String, Long> runNs = new HashMap<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/" + pid + "/task"))) {
            for (Path thread : threads) {
                try {
                    String text = Files.readString(thread.resolve("schedstat"));
                    runNs.put(thread.getFileName().toString(), Long.parseLong(text.substring(0, text.indexOf(' '))));
                } catch (NoSuchFileException ended) {
                    // The thread has ended meanwhile.
                }
            }
        }
        return runNs;
    }

    /** Returns how often each living thread of the process has stopped running, voluntarily or not. */
    public static Map<String, Long> contextSwitches(long pid) throws IOException {
        Map<String, Long> switches = new HashMap<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/" + pid + "/task"))) {
            for (Path thread : threads) {
                try {
                    long sum = Files.readAllLines(thread.resolve("status")).stream()
                            .filter(line -> line.contains("voluntary_ctxt_switches:"))
                            .mapToLong(line -> Long.parseLong(
                                    line.substring(line.indexOf(':') + 1).strip()))
                            .sum();
                    switches.put(thread.getFileName().toString(), sum);
                } catch (NoSuchFileException ended) {
                    // The thread has ended meanwhile.
                }
            }
        }
        return switches;
    }

    /**
     * Returns the nanoseconds that a process ran between two looks. If a thread ended meanwhile, the time that it ran
     * after the first look is not known and not counted.
     */
    public static long usedNs(Map<String, Long> before, Map<String, Long> after) {
        return growth(before, after);
    }

    /** Returns the same for any quantity that is counted by thread. */
    public static long growth(Map<String, Long> before, Map<String, Long> after) {
        long sum = 0;
        for (Map.Entry<String, Long> thread : after.entrySet()) {
            sum += thread.getValue() - before.getOrDefault(thread.getKey(), 0L);
        }
        return sum;
    }
}
