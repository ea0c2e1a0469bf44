// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The memory of a process, as the kernel reports it.
 *
 * @param residentKib all mapped memory that is present; memory that two processes map counts in both
 * @param proportionalKib the same, but memory that several processes map is divided among them
 * @param sharedMemoryKib the part of the proportional memory that is shared memory, also divided among them
 */
public record ResidentMemory(double residentKib, double proportionalKib, double sharedMemoryKib) {

    /** Returns what the kernel says of that process now. */
    public static ResidentMemory of(long pid) throws IOException {
        return parse(Files.readAllLines(Path.of("/proc/" + pid + "/smaps_rollup")));
    }

    static ResidentMemory parse(List<String> rollup) {
        return new ResidentMemory(kib(rollup, "Rss:"), kib(rollup, "Pss:"), kib(rollup, "Pss_Shmem:"));
    }

    /** Returns NaN if this kernel does not report the value. */
    private static double kib(List<String> rollup, String key) {
        return rollup.stream()
                .filter(line -> line.startsWith(key))
                .mapToDouble(line -> Double.parseDouble(
                        line.substring(key.length()).replace("kB", "").strip()))
                .findFirst()
                .orElse(Double.NaN);
    }
}
