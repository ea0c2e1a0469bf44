// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.subject;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.Endpoint;
import io.nearcall.bench.Workload;
import io.nearcall.bench.trade.LyingDesk;
import io.nearcall.bench.trade.Trade;
import io.nearcall.bench.trade.TradeDesk;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** That nobody is measured whose answers have other content than the calls. */
@Timeout(60)
class WrongAnswersTest {

    private static final List<Workload> WITH_CONTENT = List.of(
            Workload.ADD,
            Workload.ORDER,
            Workload.BYTES_40,
            Workload.BYTES_4000,
            Workload.BYTES_40000,
            Workload.TEXT_40,
            Workload.TEXT_4000,
            Workload.TEXT_40000);

    private static Subject nearcall(Endpoint server, Trade desk) {
        String service = "bench-content-" + ProcessHandle.current().pid();
        server.export(Trade.class, desk, service);
        return new NearcallSubject(NearcallSubject.NAME, service);
    }

    @Test
    void shouldNotMeasureNearcallIfItsAnswersAreWrong() {
        try (Endpoint server = Endpoint.open()) {
            shouldBeNoticed(nearcall(server, new LyingDesk()));
        }
    }

    @Test
    void shouldNotMeasureAnOrderByHandIfTheAnswersAreWrong() {
        try (Endpoint server = Endpoint.open()) {
            nearcall(server, new LyingDesk());
            Subject byHand = new HandCodedSubject(
                    "bench-content-" + ProcessHandle.current().pid());
            assertThatThrownBy(() -> makeTwo(byHand.open(Workload.ORDER))).hasMessageContaining("wrong answer");
        }
    }

    @Test
    void shouldNotMeasureRmiIfItsAnswersAreWrong() {
        shouldBeNoticed(new RmiSubject(RmiSubject.NAME, new LyingDesk()));
    }

    private static void shouldBeNoticed(Subject subject) {
        for (Workload workload : WITH_CONTENT) {
            assertThatThrownBy(() -> makeTwo(subject.open(workload)))
                    .as(workload.title())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("wrong answer");
        }
        assertThatThrownBy(() -> makeTwo(subject.openLists())).hasMessageContaining("wrong answer");
        assertThatThrownBy(() -> makeTwo(subject.openMaps())).hasMessageContaining("wrong answer");
        assertThatThrownBy(() -> subject.openBytes(16, 64).make(1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("wrong answer");
    }

    /** One by one, as everything is measured that takes microseconds. */
    private static void makeTwo(Calls calls) throws Exception {
        calls.make(1);
        calls.make(1);
    }

    @Test
    void shouldTakeRightAnswers() {
        try (Endpoint server = Endpoint.open()) {
            Subject subject = nearcall(server, new TradeDesk());
            for (Workload workload : WITH_CONTENT) {
                assertThatCode(() -> subject.open(workload).make(2_100))
                        .as(workload.title())
                        .doesNotThrowAnyException();
            }
            for (int[] lengths : new int[][] {{8, 0}, {8, 1}, {1, 8}, {0, 8}, {64, 200_000}, {200_000, 64}}) {
                assertThatCode(() -> subject.openBytes(lengths[0], lengths[1]).make(30))
                        .doesNotThrowAnyException();
            }
        }
    }
}
