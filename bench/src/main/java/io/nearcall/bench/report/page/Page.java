// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report.page;

import io.nearcall.bench.load.LoadTable;
import io.nearcall.bench.report.ResultRow;
import io.nearcall.bench.report.Series;
import io.nearcall.bench.report.Table;
import io.nearcall.bench.report.Verdict;
import java.util.List;

/** The report for a browser. */
public final class Page {

    private final List<ResultRow> rows;
    private final Series series;
    private final List<Verdict> verdicts;
    private final List<String> peerWins;

    /** @param peerWins where something else is better, a sentence each; empty if peers were not measured */
    public Page(List<ResultRow> rows, Series series, List<Verdict> verdicts, List<String> peerWins) {
        this.rows = rows;
        this.series = series;
        this.verdicts = verdicts;
        this.peerWins = peerWins;
    }

    /** The whole file. */
    public String html() {
        Document page = new Document(
                "Nearcall, measured",
                "Calls between two JVMs of one host: Nearcall over shared memory (nearcall-shm), Java RMI over loopback (rmi, "
                        + "and rmi-one-cpu with both JVMs on one CPU, beside Nearcall over FIFOs and over shared memory in the "
                        + "same place), and the floor: as many bytes there and back between the same two JVMs, and no call.");
        page.about(series.about());
        page.verdicts(
                verdicts,
                "A value is the median of all pairs of JVMs, of a multiple of the floor that of those whose floor was not "
                        + "disturbed, of a multiple of RMI that of those in the fast state of the host's caches.");
        if (!peerWins.isEmpty()) {
            page.section("Where something else is better");
            page.paragraph(
                    "All that was measured beside nearcall-shm and was faster, or cost less. The peers, each in JVMs of its own, "
                            + "are set up as the lines above say. Calls, and calls per second by callers, took turns; latency "
                            + "by payload was measured one peer after the other, minutes after Nearcall's.");
            page.sentences(peerWins);
        }
        addFigures(page);
        addLoads(page);
        addTable(page);
        page.paragraph(
                "The rows are in results.json beside this page, what the plots are drawn from is in series.json.");
        return page.html();
    }

    private void addFigures(Document page) {
        Figures figures = new Figures(series);
        page.section("How long calls take");
        page.figure(figures.percentiles("Percentiles: ping()", "ping", 0));
        page.figure(figures.percentiles("Percentiles: an order there and back", "order", orderBytes()));
        page.figure(figures.percentiles("Percentiles: byte[4000] there and back", "bytes", 4_000));
        page.figure(figures.percentiles("Percentiles: byte[40000] there and back", "bytes", 40_000));
        page.section("Payload");
        page.figure(figures.evenTransfers());
        page.figure(figures.largeReplies());
        page.figure(figures.largeRequests());
        page.section("Several callers");
        page.figure(figures.throughputs());
        page.section("Idle");
        page.figure(figures.idleCpu());
        page.figure(figures.idleWakeUps());
        if (!series.coldStarts().isEmpty()) {
            page.section("Cold start");
            page.figure(figures.coldStarts());
        }
    }

    private void addLoads(Document page) {
        if (!series.loads().isEmpty()) {
            page.section("Loads");
            page.paragraph(LoadTable.HOW);
            page.table(LoadTable.HEADINGS, LoadTable.rows(series.loads()));
        }
    }

    private int orderBytes() {
        return series.curves().stream()
                .filter(curve -> curve.workload().equals("order"))
                .mapToInt(Series.Curve::payloadBytes)
                .findFirst()
                .orElse(0);
    }

    private void addTable(Document page) {
        page.section("Table");
        page.paragraph(
                "Times in us. p50 is the median of batches divided by their length, p99 and p99.9 are those of single calls. "
                        + "\"x floor\": less is better; \"x faster than RMI\", in its better placement: more is better. "
                        + "ping-after-100ms: both sides slept before each call.");
        page.table(Table.HEADINGS, rows.stream().map(Table::cells).toList());
    }
}
