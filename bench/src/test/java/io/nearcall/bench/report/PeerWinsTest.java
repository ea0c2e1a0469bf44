// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.Workload;
import io.nearcall.bench.life.Life;
import io.nearcall.bench.life.Paced;
import io.nearcall.bench.life.PacedTimes;
import io.nearcall.bench.pair.IdleCost;
import io.nearcall.bench.pair.Measurement;
import io.nearcall.bench.pair.Throughput;
import io.nearcall.bench.pair.Transfer;
import io.nearcall.bench.start.ColdStart;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PeerWinsTest {

    private static final Series NOTHING = new Series(
            List.of(), List.of(), List.of(), List.of(), List.of(), Life.NONE, Map.of(), List.of(), List.of(),
            List.of());

    private final Measurement own = Measured.call("nearcall-shm", Workload.PING, 200, null);

    @Test
    void shouldSayPlainlyWhichPeerIsFaster() {
        assertThat(sentences(NOTHING, own, Measured.call("aeron", Workload.PING, 160, null)))
                .containsExactly(
                        "aeron (no call: an echo, or the order coded by hand): ping of 0 bytes, one caller: 1.25 "
                                + "times as fast as Nearcall in the median of the pairs.");
    }

    @Test
    void shouldSayThatThereIsNone() {
        assertThat(sentences(NOTHING, own, Measured.call("dirmi", Workload.PING, 9_000, null)))
                .containsExactly("Nowhere: Nearcall was the better in all that was measured.");
    }

    @Test
    void shouldNotCountTheFloorAmongThePeers() {
        assertThat(sentences(NOTHING, own, Measured.floor(110))).containsExactly("Nothing was compared.");
    }

    @Test
    void shouldLookAtAllSeries() {
        Series series = new Series(
                List.of(),
                List.of(),
                List.of(),
                List.of(
                        new Transfer("nearcall-shm", 16, 1 << 20, 9, 90_000, 1, 1),
                        new Transfer("grpc", 16, 1 << 20, 9, 80_000, 1, 1)),
                List.of(new Throughput("nearcall-shm", 4, 2e6), new Throughput("aeron", 4, 3e6)),
                Life.NONE,
                Map.of("nearcall-shm", new IdleCost(0.0009, 29), "dirmi", new IdleCost(0.0004, 3)),
                List.of(
                        new ColdStart("Nearcall", List.of(90.0), List.of()),
                        new ColdStart("RMI", List.of(70.0), List.of()),
                        new ColdStart("archive: RMI", List.of(60.0), List.of()),
                        new ColdStart("empty JVM", List.of(40.0), List.of())),
                List.of(),
                List.of());

        assertThat(sentences(series, own))
                .containsExactly(
                        "aeron (no call: an echo, or the order coded by hand): 3,000,000 calls per second of 4 callers, "
                                + "Nearcall 2,000,000.",
                        "grpc: 16 bytes there and 1,048,576 back: 80.0 us, Nearcall 90.0 us.",
                        "dirmi: an idle server uses 0.040 % of a CPU, Nearcall's 0.090 %.",
                        "RMI: a fresh client has its first result after 70 ms, Nearcall's after 90 ms.");
    }

    @Test
    void shouldLookAtEachWindowOfPacedCalls() {
        Life life = new Life(
                List.of(paced("nearcall-shm", 60, 30, 30), paced("dirmi", 50, 40, 29), paced("futex-c", 9, 9, 9)),
                List.of(),
                List.of(),
                List.of());
        Series series = new Series(
                List.of(), List.of(), List.of(), List.of(), List.of(), life, Map.of(), List.of(), List.of(), List.of());

        assertThat(sentences(series, own))
                .containsExactly("dirmi: 100 orders a second, a CPU each: a shorter p50 in 2 of 3 times 10 s.");
    }

    private static Paced paced(String system, double... p50Ns) {
        List<PacedTimes.Window> windows = Arrays.stream(p50Ns)
                .mapToObj(ns -> new PacedTimes.Window(ns, null))
                .toList();
        return new Paced(system, 100, true, 10_000, new PacedTimes(windows, p50Ns[1]));
    }

    @Test
    void shouldSayThatNothingWasCompared() {
        assertThat(sentences(NOTHING, own)).containsExactly("Nothing was compared.");
        assertThat(sentences(NOTHING, Measured.call("dirmi", Workload.PING, 9_000, null)))
                .containsExactly("Nothing was compared.");
    }

    private static List<String> sentences(Series series, Measurement... measurements) {
        return new PeerWins(new Results(List.of(Measured.pair(measurements))), series).sentences();
    }
}
