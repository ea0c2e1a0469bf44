// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report.page;

import io.nearcall.bench.curve.CurveWork;
import io.nearcall.bench.load.LoadTable;
import io.nearcall.bench.report.ResultRow;
import io.nearcall.bench.report.Series;
import io.nearcall.bench.report.Table;
import io.nearcall.bench.report.Verdict;
import java.util.List;
import java.util.stream.Stream;

/** The report for a browser. */
public final class Page {

    private final List<ResultRow> rows;
    private final Series series;
    private final List<Verdict> verdicts;
    private final List<String> peerWins;

    /** @param peerWins where another system is better, a sentence each; empty if peers were not measured */
    public Page(List<ResultRow> rows, Series series, List<Verdict> verdicts, List<String> peerWins) {
        this.rows = rows;
        this.series = series;
        this.verdicts = verdicts;
        this.peerWins = peerWins;
    }

    /** Returns the whole file: first the answers, then the figures on which they rest, and last the machine. */
    public String html() {
        Document page = new Document(
                "Nearcall, measured",
                "Calls between two JVMs of one host: Nearcall over shared memory (nearcall-shm), Java RMI over loopback (rmi), "
                        + "and the floor: as many bytes there and back between the same two JVMs, and no call.");
        new Answers(rows, series).all().forEach(page::figure);
        if (!peerWins.isEmpty()) {
            addPeerWins(page);
        }
        page.verdicts(
                verdicts,
                "A value is the median of all pairs of JVMs, of a multiple of the floor that of those whose floor was not "
                        + "disturbed, of a multiple of RMI that of those in the fast state of the host's caches.");
        page.section("Numbers");
        addFigures(page);
        addLoads(page);
        addTable(page);
        addWarmUps(page);
        page.paragraph(
                "The rows are in results.json beside this page, what the plots are drawn from is in series.json.");
        page.about(series.about());
        return page.html();
    }

    private void addPeerWins(Document page) {
        page.section("Where something else is better");
        page.paragraph(
                "All that was measured beside nearcall-shm and was faster, or cost less. The peers, each in JVMs of its own, "
                        + "are set up as the end of this page says. Calls, and calls per second by callers, took turns; latency "
                        + "by payload was measured one peer after the other, minutes after Nearcall's.");
        page.sentences(peerWins);
    }

    private void addFigures(Document page) {
        Figures figures = new Figures(series);
        page.fold("Further plots");
        Stream.of(CurveWork.values())
                .filter(work ->
                        work != CurveWork.ORDER && figures.hasFirstCalls(work)) // orders are the first plot of the page
                .forEach(work -> page.figure(figures.firstCalls(work)));
        page.figure(figures.percentiles("order", orderBytes()));
        page.figure(figures.percentiles("bytes", 4_000));
        page.figure(figures.percentiles("bytes", 40_000));
        page.figure(figures.largeReplies());
        page.figure(figures.largeRequests());
        page.figure(figures.idleWakeUps());
        page.figure(new StartFigure(series.coldStarts()).figure());
        new LifeFigures(series.life()).all().forEach(page::figure);
        page.endFold();
    }

    private void addLoads(Document page) {
        if (!series.loads().isEmpty()) {
            page.fold("Loads: many callers, many messages, busy neighbours, idle connections");
            page.paragraph(LoadTable.HOW);
            page.table(LoadTable.HEADINGS, LoadTable.rows(series.loads()));
            page.endFold();
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
        page.fold("All rows");
        page.paragraph(
                "Times in us. p50 is the median of batches divided by their length, p99 and p99.9 are those of single calls. "
                        + "\"x floor\": less is better; \"x faster than RMI\", in its better placement: more is better. "
                        + "ping-after-100ms: both sides slept before each call. rmi-one-cpu, nearcall-fifo-one-cpu and "
                        + "nearcall-shm-one-cpu: both JVMs on one CPU.");
        page.table(Table.HEADINGS, rows.stream().map(Table::cells).toList());
        page.endFold();
    }

    private void addWarmUps(Document page) {
        page.fold("Calls before those that count");
        page.paragraph(
                "Every system was called until two slices in a row differed by less than 3 %, or the patience was over. "
                        + "Calls are the median where there were several pairs of JVMs.");
        page.table(
                List.of("system", "workload", "calls", "warm-ups", "ended by patience"),
                series.warmUps().stream()
                        .map(each -> List.of(
                                each.system(),
                                each.what(),
                                Units.whole(each.calls()),
                                Integer.toString(each.warmUps()),
                                Integer.toString(each.unsettled())))
                        .toList());
        page.endFold();
    }
}
