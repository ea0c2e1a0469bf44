// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.internal.discovery.StatisticsDirectory;
import io.nearcall.internal.waits.WaitsView;
import io.nearcall.test.LoggedLines;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An endpoint of this JVM whose threads wait for those of other JVMs, and those for them. */
@ExtendWith(PrivateDirectory.class)
abstract class DeadlockScene {

    /** Far more than it takes. */
    static final Duration PATIENCE = Duration.ofSeconds(40);

    static final String FOUND = "Threads wait for each other";

    /** Within what time a cycle is found, if each thread runs when it is due. */
    private static final long SOON_NS = 2_000_000_000;

    private static final long LOOK_NS = 10_000_000;

    private static final long TICK_NS = 10_000_000; // of /proc/stat

    @RegisterExtension
    final LoggedLines log = new LoggedLines();

    final Endpoint endpoint =
            Endpoint.builder().name("here").deadline(Duration.ofSeconds(60)).open();

    @AfterEach
    void close() {
        endpoint.close();
    }

    static OtherJvm start(Class<?> main, String... arguments) {
        OtherJvm jvm = OtherJvm.start(main, arguments);
        assertThat(jvm.readLine()).isEqualTo("ready");
        return jvm;
    }

    /** A daemon thread, so a thread that waits for ever fails only its test. */
    static Thread call(String name, Runnable call) {
        Thread caller = new Thread(
                () -> {
                    try {
                        call.run();
                    } catch (RuntimeException e) {
                        // the other process is killed at the end
                    }
                },
                name);
        caller.setDaemon(true);
        caller.start();
        return caller;
    }

    static void await(BooleanSupplier condition) {
        long endNs = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() - endNs < 0) {
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    /** What the log of this process says, once it has. */
    final String awaitCycle() {
        await(() -> log.text().contains(FOUND));
        return log.text();
    }

    /**
     * As {@link #awaitCycle}, if the threads begin to wait for each other now. The cycle has to be found soon. The machine
     * may run other programs meanwhile: the time does not count for which its CPUs were busy, on average.
     */
    final String awaitCycleSoon() throws IOException {
        long beganNs = System.nanoTime();
        long idleNs = idleNs();
        await(() -> log.text().contains(FOUND));
        long tookNs = System.nanoTime() - beganNs;
        long busyNs = Math.max(0, tookNs - (idleNs() - idleNs));
        assertThat(tookNs).isLessThan(SOON_NS + busyNs);
        return log.text();
    }

    /** For how long a CPU of the machine has been idle, on average. */
    private static long idleNs() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("/proc/stat"));
        long cpus = lines.stream().filter(line -> line.matches("cpu\\d.*")).count();
        String[] ticks = lines.get(0).trim().split(" +");
        return (Long.parseLong(ticks[4]) + Long.parseLong(ticks[5])) * TICK_NS / cpus;
    }

    static List<WaitsView> shown() {
        return StatisticsDirectory.waits(
                RuntimeDirectory.open(PrivateDirectory.path().toString()));
    }

    static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
