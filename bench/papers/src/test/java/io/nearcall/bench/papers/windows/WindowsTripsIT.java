// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.windows;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.papers.mechanism.Shape;
import io.nearcall.bench.papers.published.SmithWells2017;
import io.nearcall.bench.papers.trips.Burst;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every mechanism of Smith and Wells between two JVMs under Wine. The first run fetches a compiler and the runtimes. */
@Timeout(180)
class WindowsTripsIT {

    private static final int TRIPS = 3;
    private static final int NEWEST = 25;

    private static Wine wine;

    @BeforeAll
    @Timeout(600)
    static void prepare() throws Exception {
        wine = Wine.prepare(Path.of("../.."), Path.of("target", "wine-trips"));
    }

    @AfterAll
    static void stop() {
        if (wine != null) {
            wine.close();
        }
        assertThat(Path.of("target", "wine-trips")).doesNotExist();
    }

    /** The client compares all bytes of each trip, and each trip has other bytes. */
    @ParameterizedTest
    @ValueSource(ints = {17, NEWEST})
    void shouldCarryEveryByteThereAndBack(int version) throws Exception {
        List<WindowsMechanism> all = List.of(WindowsMechanism.values());
        Schedule schedule = new Schedule(2, TRIPS, SmithWells2017.BYTES, all);
        try (WindowsPair pair = WindowsPair.start(wine, version, schedule)) {
            for (int i = 0; i < schedule.rounds(); i++) {
                TimedRound round = pair.next();
                for (WindowsMechanism mechanism : all) {
                    for (int bytes : SmithWells2017.BYTES) {
                        double tripNs = ns(round.trips(), mechanism, bytes);
                        assertThat(ns(round.sends(), mechanism, bytes)).isBetween(0.0, tripNs);
                        assertThat(tripNs).isPositive();
                    }
                }
            }
        }
    }

    private static double ns(List<Burst> bursts, WindowsMechanism mechanism, int bytes) {
        List<Burst> found = bursts.stream()
                .filter(each ->
                        each.system().equals(mechanism.title()) && each.shape().equals(Shape.even(bytes)))
                .toList();
        assertThat(found).hasSize(1);
        return found.get(0).meanNs();
    }

    @ParameterizedTest
    @EnumSource
    void shouldNoticeThatTheServerHasDied(WindowsMechanism mechanism) throws Exception {
        Schedule endless = new Schedule(1_000_000, TRIPS, List.of(40), List.of(mechanism));
        try (WindowsPair pair = WindowsPair.start(wine, NEWEST, endless)) {
            pair.next();
            assertThat(pair.killServer()).hasMessageContaining(mechanism.title() + ": the other process has died");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldNoticeThatTheClientHasDied(WindowsMechanism mechanism) throws Exception {
        Schedule endless = new Schedule(1_000_000, TRIPS, List.of(40), List.of(mechanism));
        try (WindowsPair pair = WindowsPair.start(wine, NEWEST, endless)) {
            pair.next();
            assertThat(pair.killClient()).hasMessageContaining(mechanism.title() + ": the other process has died");
        }
    }
}
