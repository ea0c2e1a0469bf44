// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.codegen.RemoteInterface;
import io.nearcall.statistics.Shelf;
import io.nearcall.test.FitInterfaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How well the calls that a lane times represent all its calls. The test gives the durations and the clock, so all runs are
 * equal.
 */
@Timeout(60)
class SampledDurationsTest {

    private static final double[] PARTS = {0.5, 0.9, 0.99, 0.999};

    private static final int LANES = 8;
    private static final int CALLS_OF_A_LANE = 250_000;
    private static final long SHORT_NS = 250;

    /** How long calls take, in ns. */
    enum Work {
        /** A method that takes a few microseconds. */
        SHORT(random -> 3000 + (long) exponential(random, 2000)),
        /** One call in twenty takes a hundred times as long. */
        TWO_KINDS(random -> 1000 + (long) exponential(random, random.nextInt(20) == 0 ? 100_000 : 1000)),
        /** From ten microseconds to some milliseconds, with a long tail. */
        LONG_TAIL(random -> (long) (10_000 / Math.pow(1 - random.nextDouble(), 0.4)));

        private final ToLongFunction<SplittableRandom> durationNs;

        Work(ToLongFunction<SplittableRandom> durationNs) {
            this.durationNs = durationNs;
        }

        private static double exponential(SplittableRandom random, double mean) {
            return -mean * Math.log(1 - random.nextDouble());
        }
    }

    private static final class Counted extends CountedObject {
        @Override
        protected Methods countedMethods() {
            return new Methods(
                    false,
                    "shelf",
                    "",
                    Shelf.class,
                    RemoteInterface.of(Shelf.class, FitInterfaces.RULES).methods());
        }
    }

    private Path directory;

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Files.createTempDirectory(Path.of("/dev/shm"), "nearcall-test");
    }

    @AfterEach
    void removeDirectory() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    private EndpointStatistics statistics() {
        return new EndpointStatistics(
                () -> new PageOwner(directory.toString(), 1, 1000, "", "1.0", "17", "pid:[1]", directory.toString()));
    }

    /** Makes the calls of a lane, one after the other, and adds up how long each has taken. */
    private static void call(
            ConnectionStatistics connection, CountedObject called, SplittableRandom random, Work work, long[] all) {
        CallCounter lane = new CallCounter(connection);
        long nowNs = System.nanoTime(); // where a lane's clock begins; from here on it is ours
        for (int i = 0; i < CALLS_OF_A_LANE; i++) {
            boolean timed = lane.isTimeDue();
            if (timed) {
                lane.startAt(nowNs);
            }
            lane.begin(called, 0, 0);
            long ns = work.durationNs.applyAsLong(random);
            nowNs += ns;
            lane.end(called, 0, 0);
            if (timed) {
                connection.timed(called, 0, ns);
            }
            all[Durations.bucket(ns)]++;
        }
    }

    private PageView.Method shown() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return PageReader.read(files.findFirst().orElseThrow().toString())
                    .methods()
                    .get(0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveThePercentilesOfAllCallsToOneBucket(Work work) throws IOException {
        EndpointStatistics statistics = statistics();
        ConnectionStatistics connection = new ConnectionStatistics(statistics, 17, true, "shm");
        Counted called = new Counted();
        SplittableRandom random = new SplittableRandom(7);
        long[] buckets = new long[Durations.BUCKETS];
        for (int i = 0; i < LANES; i++) {
            call(connection, called, random, work, buckets);
        }
        Durations all = new Durations(0, Long.MAX_VALUE, buckets);
        PageView.Method shown = shown();
        Durations timed = shown.durations();
        assertThat(shown.calls()).isEqualTo((long) LANES * CALLS_OF_A_LANE).isEqualTo(all.count());
        // Some thousands of two million: enough for the last percentile, and far from all.
        assertThat(timed.count()).isBetween(1000L, all.count() / 64);
        for (double part : PARTS) {
            int sampled = Durations.bucket(timed.quantileNs(part) - 1);
            int full = Durations.bucket(all.quantileNs(part) - 1);
            assertThat(Math.abs(sampled - full))
                    .as("%s, %s: %s of %s", work, part, sampled, Arrays.toString(buckets))
                    .isLessThanOrEqualTo(1);
        }
        statistics.close(true);
    }

    /** A caller in a loop comes to time one call of thousands. When its calls become rare, that would take minutes. */
    @Test
    void shouldTimeACallSoonAfterTheCallerHasSlept() {
        EndpointStatistics statistics = statistics();
        CallCounter lane = new CallCounter(new ConnectionStatistics(statistics, 17, true, "shm"));
        Counted called = new Counted();
        long nowNs = System.nanoTime();
        for (int i = 0; i < CALLS_OF_A_LANE || lane.isTimeDue(); i++) {
            if (lane.isTimeDue()) {
                lane.startAt(nowNs);
            }
            nowNs += SHORT_NS;
            count(lane, called);
        }
        assertThat(callsUntilTimed(lane, called, false)).isGreaterThan(1000);
        assertThat(callsUntilTimed(lane, called, true)).isLessThanOrEqualTo(16);
        statistics.close(true);
    }

    private static int callsUntilTimed(CallCounter lane, CountedObject called, boolean sleeping) {
        lane.startAt(System.nanoTime());
        int calls = 0;
        while (!lane.isTimeDue()) {
            if (sleeping) {
                lane.waited(CallCounter.SLEPT);
            }
            count(lane, called);
            calls++;
        }
        return calls;
    }

    private static void count(CallCounter lane, CountedObject called) {
        lane.begin(called, 0, 0);
        lane.end(called, 0, 0);
    }
}
