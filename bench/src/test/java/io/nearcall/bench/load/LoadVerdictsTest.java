// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.report.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadVerdictsTest {

    private final List<LoadFigure> figures = new ArrayList<>();

    @Test
    void shouldCompareWhatWasMeasuredInTheSameTurn() {
        add(MessageLoad.NAME, RingDelivery.NAME, MessageLoad.RATE, 8e6, 40e6, 10e6);
        add(MessageLoad.NAME, BatchDelivery.NAME, MessageLoad.RATE, 4e6, 6e6, 3e6);

        Verdict oneWay = verdict("one-way calls");

        assertThat(oneWay.value()).isEqualTo(0.3);
        assertThat(oneWay.outcome()).isEqualTo("held");
    }

    @Test
    void shouldNotHoldMessagesThatAreTooSlow() {
        add(MessageLoad.NAME, RingDelivery.NAME, MessageLoad.RATE, 20e6);
        add(MessageLoad.NAME, StreamDelivery.NAME, MessageLoad.RATE, 4.9e6);

        assertThat(verdict("streamed items").outcome()).isEqualTo("not held");
    }

    @Test
    void shouldSayWhyVirtualThreadsAreNotJudged() {
        assertThat(verdict("add, 1000 virtual threads").outcome()).isEqualTo("not judged (no JDK 21 or newer)");
    }

    @Test
    void shouldJudgeVirtualThreadsByRmi() {
        add(VirtualThreadLoad.NAME, "nearcall-shm", VirtualThreadLoad.RATE, 500_000);
        add(VirtualThreadLoad.NAME, "rmi", VirtualThreadLoad.RATE, 90_000);

        assertThat(verdict("add, 1000 virtual threads").outcome()).isEqualTo("held");
    }

    @Test
    void shouldTakeTheSleepingJvmsCpuOffAnIdleSides() {
        add(IdleConnections.NAME, IdleConnections.SLEEPING, IdleConnections.CPU, 0.08);
        add(IdleConnections.NAME, IdleConnections.SERVER, IdleConnections.CPU, 0.17);
        add(IdleConnections.NAME, IdleConnections.CLIENT, IdleConnections.CPU, 0.19);

        assertThat(verdict("200 idle connections, server's side").outcome()).isEqualTo("held");
        assertThat(verdict("200 idle connections, client's side").outcome()).isEqualTo("not held");
    }

    @Test
    void shouldCountTheLongestPingOfAllTurns() {
        add(NeighbourLoad.NAME, "nearcall-shm", NeighbourLoad.PING_LONGEST, 12, 1_001, 20);

        assertThat(verdict("beside busy neighbours, the longest ping").outcome())
                .isEqualTo("not held");
    }

    @Test
    void shouldTakeLongerPingsForSlowerAndMoreCallsForFaster() {
        add(NeighbourLoad.NAME, "nearcall-shm", NeighbourLoad.PING_MEAN, 20);
        add(NeighbourLoad.NAME, "rmi", NeighbourLoad.PING_MEAN, 40);
        add(NeighbourLoad.NAME, "nearcall-shm", NeighbourLoad.RATE, 300_000);
        add(NeighbourLoad.NAME, "rmi", NeighbourLoad.RATE, 100_000);

        assertThat(verdict("beside busy neighbours, ping mean").value()).isEqualTo(2);
        assertThat(verdict("beside busy neighbours, 8 callers").value()).isEqualTo(3);
    }

    @Test
    void shouldGatherTheTurnsOfEachQuantity() {
        List<LoadFigure> merged = LoadRun.merged(List.of(
                new LoadFigure("load", "own", "rate", List.of(1.0)),
                new LoadFigure("load", "rmi", "rate", List.of(5.0)),
                new LoadFigure("load", "rmi", "rate", List.of(6.0)),
                new LoadFigure("load", "own", "rate", List.of(2.0))));

        assertThat(merged)
                .containsExactly(
                        new LoadFigure("load", "own", "rate", List.of(1.0, 2.0)),
                        new LoadFigure("load", "rmi", "rate", List.of(5.0, 6.0)));
    }

    private void add(String load, String system, String quantity, double... values) {
        figures.add(new LoadFigure(
                load, system, quantity, Arrays.stream(values).boxed().toList()));
    }

    private Verdict verdict(String beginning) {
        return new LoadVerdicts(figures)
                .all().stream()
                        .filter(each -> each.what().startsWith(beginning))
                        .findFirst()
                        .orElseThrow();
    }
}
