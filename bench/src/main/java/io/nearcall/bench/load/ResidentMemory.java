// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a process has in memory, as the kernel says.
 *
 * @param residentKib all that is mapped and there; what two processes map counts in both
 * @param proportionalKib the same, but what several processes map is divided among them
 * @param sharedMemoryKib the part of that which is shared memory, divided among them too
 */
record ResidentMemory(double residentKib, double proportionalKib, double sharedMemoryKib) {

    static ResidentMemory of(long pid) throws IOException {
        return parse(Files.readAllLines(Path.of("/proc/" + pid + "/smaps_rollup")));
    }

    static ResidentMemory parse(List<String> rollup) {
        return new ResidentMemory(kib(rollup, "Rss:"), kib(rollup, "Pss:"), kib(rollup, "Pss_Shmem:"));
    }

    /** NaN if this kernel does not say. */
    private static double kib(List<String> rollup, String key) {
        return rollup.stream()
                .filter(line -> line.startsWith(key))
                .mapToDouble(line -> Double.parseDouble(
                        line.substring(key.length()).replace("kB", "").strip()))
                .findFirst()
                .orElse(Double.NaN);
    }
}
