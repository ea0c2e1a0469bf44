// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * How long runnable threads of this process have waited for a CPU. That part of a delay is due to other load on the
 * machine. 0 if the kernel does not count it.
 */
public final class CpuWait {

    private static final Path THREADS = Path.of("/proc/self/task");

    /** That many threads take part in the end of a call, one after the other: monitor, receiver, completion, caller. */
    private static final int LONGEST_CHAIN = 4;

    private final Map<String, Long> before;

    private CpuWait(Map<String, Long> before) {
        this.before = before;
    }

    /** Begins to count. */
    public static CpuWait start() {
        return new CpuWait(waitedNs());
    }

    /** What those threads have waited since then, in nanoseconds, that live now and waited most. */
    public long elapsedNs() {
        return waitedNs().entrySet().stream()
                .map(thread -> thread.getValue() - before.getOrDefault(thread.getKey(), 0L))
                .sorted(Comparator.reverseOrder())
                .limit(LONGEST_CHAIN)
                .mapToLong(Long::longValue)
                .sum();
    }

    private static Map<String, Long> waitedNs() {
        Map<String, Long> waited = new HashMap<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS)) {
            for (Path thread : threads) {
                try {
                    String[] fields =
                            Files.readString(thread.resolve("schedstat")).split(" ");
                    waited.put(thread.getFileName().toString(), Long.parseLong(fields[1]));
                } catch (IOException e) {
                    // it has ended, or there is no such file in this kernel
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return waited;
    }
}
