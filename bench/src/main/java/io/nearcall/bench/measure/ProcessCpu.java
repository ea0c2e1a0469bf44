// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.measure;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** CPU time of another process, from {@code /proc}. */
public final class ProcessCpu {

    private ProcessCpu() {}

    /**
     * Nanoseconds that the process's living threads have run. Taken from each thread's {@code schedstat}: utime and stime
     * of {@code stat} come in ticks of 10 ms, which is more than an idle JVM uses in 3 s.
     */
    public static long runNs(long pid) throws IOException {
        long sum = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/" + pid + "/task"))) {
            for (Path thread : threads) {
                try {
                    String text = Files.readString(thread.resolve("schedstat"));
                    sum += Long.parseLong(text.substring(0, text.indexOf(' ')));
                } catch (NoSuchFileException ended) {
                    // A thread that ended meanwhile.
                }
            }
        }
        return sum;
    }
}
