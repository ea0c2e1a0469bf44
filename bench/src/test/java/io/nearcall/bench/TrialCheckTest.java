// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import io.nearcall.bench.quoted.QuotedRun;
import io.nearcall.bench.report.ResultRow;
import io.nearcall.bench.report.Verdict;
import io.nearcall.bench.report.VerdictGroup;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TrialCheckTest {

    private List<ResultRow> rows;
    private List<Verdict> verdicts;

    @BeforeEach
    void readATrial() throws IOException {
        try (InputStream in = QuotedRun.class.getResourceAsStream("trial-run.json")) {
            String json = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            QuotedRun run = new Gson().fromJson(json, QuotedRun.class);
            rows = new ArrayList<>(run.results());
            verdicts = new ArrayList<>(run.verdicts());
        }
    }

    @Test
    void shouldMissNothingInAWorkingTrial() {
        assertThat(TrialCheck.missing(rows, verdicts)).isEmpty();
    }

    @Test
    void shouldMissARow() {
        rows.removeIf(row -> row.system().equals("floor-c") && row.workload().equals("ping-after-100ms"));
        rows.removeIf(row -> row.system().equals("rmi") && row.workload().equals("add") && row.threads() == 8);

        assertThat(TrialCheck.missing(rows, verdicts))
                .containsExactly("row: rmi, add, callers=8", "row: floor-c, ping after 100 ms of silence, callers=1");
    }

    @Test
    void shouldMissTargets() {
        verdicts.removeIf(verdict -> verdict.what().startsWith("ping: x the floor"));
        verdicts.removeAll(VerdictGroup.LIFE.of(verdicts));
        verdicts.add(Verdict.atMost("idle server: % of a CPU", 0.1, List.of()).in(VerdictGroup.RESOURCES));

        assertThat(TrialCheck.missing(rows, verdicts))
                .containsExactlyInAnyOrder(
                        "targets of calls: " + VerdictGroup.CALLS.of(verdicts).size() + ", at least 15 expected",
                        "targets of life: 0, at least 35 expected",
                        "target: idle server: % of a CPU");
    }
}
