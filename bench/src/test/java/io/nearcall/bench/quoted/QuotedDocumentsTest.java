// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.quoted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.bench.measure.Range;
import io.nearcall.bench.quoted.QuotedComparison.Spread;
import io.nearcall.bench.report.Machine;
import io.nearcall.bench.report.ResultRow;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuotedDocumentsTest {

    private static final Path REPOSITORY = Path.of("..");
    private static final String GUIDE = "docs/guide/metrics-and-traces.md";
    private static final String BETWEEN_HOSTS = "docs/guide/between-hosts.md";
    private static final String FLEET = "docs/guide/fleet.md";
    private static final String PERFORMANCE = "docs/internals/performance.md";

    @TempDir
    Path root;

    @BeforeEach
    void copyTheDocuments() throws IOException {
        Files.createDirectories(root.resolve("docs/internals"));
        Files.createDirectories(root.resolve("docs/guide"));
        for (String document : List.of("README.md", "docs/internals/performance.md", GUIDE, BETWEEN_HOSTS, FLEET)) {
            Files.copy(REPOSITORY.resolve(document), root.resolve(document));
        }
    }

    @Test
    void shouldQuoteNothingButTheCommittedRuns() throws IOException {
        QuotedDocuments documents = new QuotedDocuments(REPOSITORY);

        assertThat(documents.differing())
                .as("documents that differ from the runs in " + QuotedDocuments.RUNS
                        + "; bench/run --publish mends them")
                .isEmpty();
    }

    @Test
    void shouldWriteTheFiguresOfARunIntoTheDocuments() throws IOException {
        QuotedDocuments documents = new QuotedDocuments(root);
        QuotedRun run = whole(trial(), "2026-11-24T10:00:00Z", false);
        documents.add(run);

        assertThat(documents.differing()).containsExactly("README.md", "docs/internals/performance.md");
        assertThat(documents.write()).hasSize(2);

        ResultRow ping = run.results().stream()
                .filter(row ->
                        row.system().equals("nearcall-shm") && row.workload().equals("ping") && row.threads() == 1)
                .findFirst()
                .orElseThrow();
        assertThat(Files.readString(root.resolve("README.md")))
                .containsPattern("\\| `void ping\\(\\)` \\| [0-9. ()-]+ \\| "
                        + String.format(Locale.ROOT, ping.p50Ns() < 1e3 ? "%.3f" : "%.2f", ping.p50Ns() / 1e3))
                .contains("commit " + run.commit())
                .contains("(docs/reports/bench/2026-11-24-" + run.commit() + ".json)")
                .contains("## Five minutes");
        assertThat(Files.readString(root.resolve("docs/internals/performance.md")))
                .contains("| **calls: ", "| **payloads: ", "| **resources: ")
                .contains("(../reports/bench/2026-11-24-" + run.commit() + ".json)");
        assertThat(documents.differing()).isEmpty();
    }

    @Test
    void shouldNoticeAFigureThatSomebodyHasTyped() throws IOException {
        QuotedDocuments documents = new QuotedDocuments(root);
        documents.add(whole(trial(), "2026-11-24T10:00:00Z", false));
        documents.write();
        Path readme = root.resolve("README.md");

        Files.writeString(
                readme, Files.readString(readme).replaceFirst("(`void ping\\(\\)` \\| [^|]*\\| )[^ ]+", "$10.001"));

        assertThat(documents.differing()).containsExactly("README.md");
    }

    @Test
    void shouldQuoteTheNewestRunOfEachKind() throws IOException {
        QuotedDocuments documents = new QuotedDocuments(root);
        documents.add(whole(trial(), "2026-11-25T09:00:00Z", false));
        documents.add(whole(trial(), "2026-11-24T10:00:00Z", false));
        documents.add(whole(trial(), "2026-11-26T11:00:00Z", true));
        documents.write();

        assertThat(Files.readString(root.resolve("README.md")))
                .contains("2026-11-25-")
                .doesNotContain("2026-11-26-");
        assertThat(Files.readString(root.resolve("docs/internals/performance.md")))
                .contains("2026-11-25-", "2026-11-26-")
                .doesNotContain("2026-11-24-");
    }

    @Test
    void shouldNotQuoteATrialOrARunWithAFault() throws IOException {
        QuotedDocuments documents = new QuotedDocuments(root);
        String faulty = wholeText(trial(), "2026-11-24T10:00:00Z", false, "[\"the floor is none\"]");

        assertThatThrownBy(() -> documents.add(run(trial()))).hasMessageContaining("is no whole run");
        assertThatThrownBy(() -> documents.add(run(faulty))).hasMessageContaining("had a fault: [the floor is none]");
        assertThat(documents.runs()).isEmpty();
    }

    @Test
    void shouldRefuseAFileThatIsNotCalledAfterItsRun() throws IOException {
        QuotedDocuments documents = new QuotedDocuments(root);
        Path file = documents.add(whole(trial(), "2026-11-24T10:00:00Z", false));
        Files.move(file, file.resolveSibling("2026-11-25-better.json"));

        assertThatThrownBy(documents::differing).hasMessageContaining("2026-11-25-better.json holds 2026-11-24-");
    }

    @Test
    void shouldWriteWhatSwitchesCostIntoTheGuide() throws IOException {
        QuotedDocuments documents = new QuotedDocuments(root);
        documents.add(comparison("--switches", "2026-11-28T10:00:00Z", 1.5, true));
        documents.add(comparison("--switches", "2026-11-27T10:00:00Z", 2.5, true)); // an older one

        assertThat(documents.differing()).containsExactly(GUIDE);
        assertThat(documents.write()).containsExactly(GUIDE);

        assertThat(Files.readString(root.resolve(GUIDE)))
                .contains("| nothing | `ping` | 200 (190-210) | - | - |  |")
                .contains("| a listener | `ping` | 300 (290-310) | 1.500 (1.400-1.600) | 100 (90-110) | 2 times |")
                .contains("| `nearcall ls` | 231 (225-240) ms | at most 250 ms |")
                .contains("Not measured: no page, because there is a tmpfs.")
                .contains("(../reports/bench/switches/2026-11-28-abc.json)")
                .contains("## Traces with OpenTelemetry");
        assertThat(documents.differing()).isEmpty();
    }

    @Test
    void shouldWriteWhatCallsBetweenHostsTakeIntoTheirPage() throws IOException {
        QuotedDocuments documents = new QuotedDocuments(root);
        documents.add(comparison("--hosts", "2026-11-28T10:00:00Z", 1.5, true));

        assertThat(documents.write()).containsExactly(BETWEEN_HOSTS);

        assertThat(Files.readString(root.resolve(BETWEEN_HOSTS)))
                .contains("| system | call | median in ns | times as long | ns more | target |")
                .contains("| callers at once | make | target |")
                .contains("(../reports/bench/hosts/2026-11-28-abc.json)");
        assertThat(documents.differing()).isEmpty();
    }

    @Test
    void shouldWriteTheTablesOfAFleetIntoItsPage() throws IOException {
        QuotedDocuments documents = new QuotedDocuments(root);
        documents.add(new QuotedComparison(
                "2026-11-28T10:00:00Z",
                "abc",
                false,
                "bench/run --fleet",
                true,
                new Machine.Host("a processor", 2, "Linux 6", "a JVM"),
                0,
                List.of(),
                List.of(),
                List.of(),
                List.of(
                        new QuotedComparison.Table("The load is steady.", List.of("sessions"), List.of(List.of("50"))),
                        new QuotedComparison.Table("Servers die.", List.of("failed"), List.of(List.of("7 calls"))))));

        assertThat(documents.write()).containsExactly(FLEET);

        assertThat(Files.readString(root.resolve(FLEET)))
                .contains("The load is steady.\n\n| sessions |\n| --- |\n| 50 |\n\nServers die.\n\n| failed |")
                .contains("[the run](../reports/bench/fleet/2026-11-28-abc.json).\n<!-- /fleet -->");
        assertThat(documents.differing()).isEmpty();
    }

    @Test
    void shouldWriteWhatCallsBetweenLanguagesTakeIntoTheDiary() throws IOException {
        QuotedDocuments documents = new QuotedDocuments(root);
        documents.add(comparison("--cpp", "2026-11-28T10:00:00Z", 1.5, true));

        assertThat(documents.write()).containsExactly(PERFORMANCE);

        assertThat(Files.readString(root.resolve(PERFORMANCE)))
                .contains("| who calls | call | median in ns | times as long | ns more | target |")
                .contains("(../reports/bench/cpp/2026-11-28-abc.json)");
        assertThat(documents.differing()).isEmpty();
    }

    @Test
    void shouldWriteATableForEachDirectionWithAllWays() throws IOException {
        QuotedDocuments documents = new QuotedDocuments(root);
        Spread ns = spread(2_000, 1_900, 2_100);
        List<QuotedComparison.Cost> costs = new ArrayList<>();
        for (String work : List.of(
                "Java calls C++: 16 B / 16 B", "Java calls C++: 1 MiB / 1 MiB", "C++ calls Java: 16 B / 16 B")) {
            costs.add(new QuotedComparison.Cost("Nearcall", work, ns, spread(1, 1, 1), spread(0, 0, 0), ""));
        }
        costs.add(new QuotedComparison.Cost(
                "REST", "Java calls C++: 16 B / 16 B", spread(250_000, 1, 2), spread(125, 1, 2), spread(1, 1, 2), ""));
        costs.add(new QuotedComparison.Cost(
                "JNI", "published in 2017: 16 B / 16 B", spread(6_500, 6_500, 6_500), null, null, ""));
        documents.add(comparison("--kumon", "2026-11-28T10:00:00Z", true, costs));

        assertThat(documents.write()).containsExactly(PERFORMANCE);

        assertThat(Files.readString(root.resolve(PERFORMANCE)))
                .contains("""
                        In microseconds, Java calls C++:

                        | request / reply | Nearcall | REST |
                        | --- | --- | --- |
                        | 16 B / 16 B | 2.0 | 250 |
                        | 1 MiB / 1 MiB | 2.0 | - |

                        In microseconds, C++ calls Java:

                        | request / reply | Nearcall |
                        | --- | --- |
                        | 16 B / 16 B | 2.0 |

                        In microseconds, published in 2017:

                        | request / reply | JNI |
                        | --- | --- |
                        | 16 B / 16 B | 6.5 |

                        | at the worst length | takes | target |
                        """)
                .contains("(../reports/bench/kumon/2026-11-28-abc.json)");
        assertThat(documents.differing()).isEmpty();
    }

    @Test
    void shouldNotQuoteATrialOfSwitches() {
        QuotedDocuments documents = new QuotedDocuments(root);

        assertThatThrownBy(() -> documents.add(comparison("--switches", "2026-11-28T10:00:00Z", 1.5, false)))
                .hasMessageContaining("is no whole run");
    }

    private static QuotedComparison comparison(String option, String date, double ratio, boolean whole) {
        Spread ns = spread(200, 190, 210);
        return comparison(
                option,
                date,
                whole,
                List.of(
                        new QuotedComparison.Cost("nothing", "ping", ns, spread(1, 1, 1), spread(0, 0, 0), ""),
                        new QuotedComparison.Cost(
                                "a listener",
                                "ping",
                                spread(300, 290, 310),
                                spread(ratio, ratio - 0.1, ratio + 0.1),
                                spread(100, 90, 110),
                                "2 times")));
    }

    private static QuotedComparison comparison(
            String option, String date, boolean whole, List<QuotedComparison.Cost> costs) {
        return new QuotedComparison(
                date,
                "abc",
                false,
                "bench/run " + option,
                whole,
                new Machine.Host("a processor", 2, "Linux 6", "a JVM"),
                6,
                List.of("no page, because there is a tmpfs"),
                costs,
                List.of(new QuotedComparison.Look("`nearcall ls`", "ms", spread(231, 225, 240), "at most 250 ms")),
                null);
    }

    private static Spread spread(double median, double least, double most) {
        return new Spread(median, new Range(least, most));
    }

    /** What {@code bench/run --trial} wrote, without its percentile curves: its figures mean nothing. */
    private static String trial() throws IOException {
        try (InputStream in = QuotedDocumentsTest.class.getResourceAsStream("trial-run.json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private QuotedRun whole(String trial, String date, boolean peers) throws IOException {
        return run(wholeText(trial, date, peers, "[]"));
    }

    private static String wholeText(String trial, String date, boolean peers, String faults) {
        return trial.replaceFirst("\"date\":\"[^\"]*\"", "\"date\":\"" + date + "\"")
                .replaceFirst("\"whole\":false", "\"whole\":true")
                .replaceFirst("\"peers\":false", "\"peers\":" + peers)
                .replaceFirst("\"faults\":\\[[^]]*\\]", "\"faults\":" + faults);
    }

    private QuotedRun run(String json) throws IOException {
        Path file = Files.createTempFile(root, "run", ".json");
        Files.writeString(file, json);
        return QuotedRun.read(file);
    }
}
