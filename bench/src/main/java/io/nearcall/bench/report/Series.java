// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.nearcall.bench.curve.FirstCalls;
import io.nearcall.bench.life.Life;
import io.nearcall.bench.load.LoadFigure;
import io.nearcall.bench.measure.Quantile;
import io.nearcall.bench.measure.WarmUp;
import io.nearcall.bench.pair.IdleCost;
import io.nearcall.bench.pair.Throughput;
import io.nearcall.bench.pair.Transfer;
import io.nearcall.bench.start.ColdStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The data of the page's plots, as {@code series.json} holds them.
 *
 * @param about machine, commit and command, a line each
 * @param warmUps the warm-up calls, one for each system and kind of call
 * @param firstCalls the medians over the rounds, one for each system and work
 */
public record Series(
        List<String> about,
        List<WarmUp> warmUps,
        List<Curve> curves,
        List<Transfer> transfers,
        List<Throughput> throughputs,
        Life life,
        Map<String, IdleCost> idle,
        List<ColdStart> coldStarts,
        List<LoadFigure> loads,
        List<FirstCalls> firstCalls) {

    /** Runs that were kept from the time before these components existed have none. */
    public Series {
        firstCalls = firstCalls == null ? List.of() : firstCalls;
        life = life == null ? Life.NONE : life;
    }

    private static final Gson GSON =
            new GsonBuilder().setPrettyPrinting().serializeNulls().create();

    /** Percentiles of a system at a workload with one caller, of the pair with the median ratio to its baseline. */
    public record Curve(String system, String workload, int payloadBytes, List<Quantile> points) {}

    public void writeJson(Path file) throws IOException {
        Files.writeString(file, GSON.toJson(this) + "\n");
    }
}
