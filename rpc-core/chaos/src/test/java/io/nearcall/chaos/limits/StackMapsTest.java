// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How many memory maps the JVM and the C library take for a thread. */
@Timeout(60)
class StackMapsTest {

    private static final int THREADS = 200;

    /** Arenas of the C library, and other maps that the JVM makes meanwhile. */
    private static final int OTHERS = 100;

    private static long maps() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.count();
        }
    }

    @Test
    void shouldTakeThreeMapsAtMostForAThread() throws Exception {
        CountDownLatch started = new CountDownLatch(THREADS);
        CountDownLatch over = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        long before = maps();
        for (int i = 0; i < THREADS; i++) {
            threads.add(new Thread(() -> {
                started.countDown();
                try {
                    over.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }));
            threads.get(i).start();
        }
        started.await();
        try {
            assertThat(maps() - before).isBetween((long) THREADS, 3L * THREADS + OTHERS);
        } finally {
            over.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }
}
