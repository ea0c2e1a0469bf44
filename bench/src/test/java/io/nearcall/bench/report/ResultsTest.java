// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.nearcall.bench.Workload;
import io.nearcall.bench.measure.Quantile;
import io.nearcall.bench.measure.Range;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {

    @TempDir
    Path report;

    @Test
    void shouldWriteExactlyTheAgreedKeys() throws IOException {
        JsonObject row = written(new Results(List.of(Measured.pair(Measured.floor(110)))))
                .get(0)
                .getAsJsonObject();

        assertThat(row.keySet())
                .containsExactly(
                        "system",
                        "workload",
                        "payloadBytes",
                        "threads",
                        "p50Ns",
                        "p99Ns",
                        "p999Ns",
                        "meanNs",
                        "callsPerSecond",
                        "clientAllocBytesPerCall",
                        "serverAllocBytesPerCall",
                        "ratioToFloor",
                        "ratioToRmi",
                        "ratioToFloorAndKryo",
                        "p50RangeNs",
                        "ratioToFloorRange",
                        "ratioToRmiRange",
                        "ratioToFloorAndKryoRange");
    }

    @Test
    void shouldWriteNullForWhatWasNotMeasured() throws IOException {
        JsonObject row = written(new Results(List.of(Measured.pair(Measured.floor(110)))))
                .get(0)
                .getAsJsonObject();

        assertThat(row.get("p99Ns").isJsonNull()).isTrue();
        assertThat(row.get("ratioToRmi").isJsonNull()).isTrue();
    }

    @Test
    void shouldTakeTheMediansOverThePairsOfTimesAndOfRatiosEachByItself() {
        Results results = new Results(List.of(
                Measured.pair(Measured.call("nearcall-shm", Workload.PING, 900, 1.6)),
                Measured.pair(Measured.call("nearcall-shm", Workload.PING, 150, 1.9)),
                Measured.pair(Measured.call("nearcall-shm", Workload.PING, 160, 1.4))));

        assertThat(results.rows()).singleElement().satisfies(row -> {
            assertThat(row.p50Ns()).isEqualTo(160);
            assertThat(row.p50RangeNs()).isEqualTo(new Range(150, 900));
            assertThat(row.ratioToFloor()).isEqualTo(1.6);
            assertThat(row.ratioToFloorRange()).isEqualTo(new Range(1.4, 1.9));
        });
    }

    @Test
    void shouldTakeTheLowerMiddleOfTheMultiplesOfRmi() {
        Results results = new Results(List.of(
                Measured.pair(
                        Measured.call("nearcall-shm", Workload.PING, 200, null),
                        Measured.call("rmi", Workload.PING, 20_000, null)),
                Measured.pair(
                        Measured.call("nearcall-shm", Workload.PING, 100, null),
                        Measured.call("rmi", Workload.PING, 20_000, null))));

        assertThat(results.rows().get(0).ratioToRmi()).isEqualTo(100);
        assertThat(results.rows().get(0).ratioToRmiRange()).isEqualTo(new Range(100, 200));
    }

    @Test
    void shouldChooseTheCurveOfTheOrderByFloorAndKryo() {
        Results results = new Results(List.of(
                Measured.pair(Measured.order("nearcall-shm", 1_700, 30, 1.4)),
                Measured.pair(Measured.order("nearcall-shm", 1_800, 10, 1.5)),
                Measured.pair(Measured.order("nearcall-shm", 1_900, 20, 1.6))));

        assertThat(results.curves())
                .singleElement()
                .satisfies(curve -> assertThat(curve.points()).containsExactly(new Quantile(50, 1_800)));
        assertThat(results.rows().get(0).ratioToFloorAndKryo()).isEqualTo(1.5);
    }

    @Test
    void shouldCompareWithTheBetterPlacementOfRmi() {
        Results results = new Results(List.of(Measured.pair(
                Measured.call("nearcall-shm", Workload.PING, 200, null),
                Measured.call("rmi", Workload.PING, 60_000, null),
                Measured.call("rmi-one-cpu", Workload.PING, 20_000, null))));

        assertThat(results.rows().get(0).ratioToRmi()).isEqualTo(100);
    }

    private JsonArray written(Results results) throws IOException {
        Path file = report.resolve("results.json");
        results.writeJson(file);
        return JsonParser.parseString(Files.readString(file)).getAsJsonArray();
    }
}
