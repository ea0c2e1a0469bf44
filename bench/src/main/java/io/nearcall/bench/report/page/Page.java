// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report.page;

import io.nearcall.bench.report.ResultRow;
import io.nearcall.bench.report.Series;
import io.nearcall.bench.report.Table;
import io.nearcall.bench.report.Verdict;
import java.util.List;

/** The report for a browser. Loads nothing: style and plots are in it. */
public final class Page {

    private static final String STYLE = """
            :root { color-scheme: light; }
            body { font: 16px/1.5 system-ui, sans-serif; color: #222; background: #fff; max-width: 58rem;
                   margin: 0 auto; padding: 1rem; }
            h1 { line-height: 1.2; margin: .5rem 0; }
            h2 { margin: 2.5rem 0 .5rem; border-bottom: 1px solid #ccc; }
            h3 { margin: 0 0 .5rem; font-size: 1.1rem; }
            figure { margin: 1.5rem 0; }
            figcaption { color: #444; font-size: .92rem; }
            .wide { overflow-x: auto; }
            .wide img { display: block; width: 100%; min-width: 34rem; height: auto; }
            table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; }
            th, td { padding: .15rem .5rem; text-align: right; white-space: nowrap; border-bottom: 1px solid #e4e4e4; }
            th { vertical-align: bottom; }
            th.word, td.word { text-align: left; }
            td.word:first-child { white-space: normal; min-width: 9rem; }
            pre { white-space: pre-wrap; font-size: .85rem; background: #f5f5f5; padding: .75rem; }
            details { margin-top: .4rem; }
            summary { cursor: pointer; color: #1b5fb8; }
            ul.verdicts { list-style: none; padding: 0; }
            ul.verdicts li { padding: .3rem .5rem .3rem .8rem; margin: .25rem 0; border-left: .35rem solid #999; }
            ul.verdicts li.held { border-color: #2e8657; }
            ul.verdicts li.missed { border-color: #b8322a; }
            .outcome { font-weight: 600; }
            """;

    private final List<ResultRow> rows;
    private final Series series;
    private final List<Verdict> verdicts;

    public Page(List<ResultRow> rows, Series series, List<Verdict> verdicts) {
        this.rows = rows;
        this.series = series;
        this.verdicts = verdicts;
    }

    /** The whole file. */
    public String html() {
        // Plots are drawn in memory; a display is not asked for.
        System.setProperty("java.awt.headless", "true");
        Html page = new Html();
        page.raw("<!doctype html>").raw("<html lang=\"en\"><head><meta charset=\"utf-8\">");
        page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
        page.text("title", "Nearcall, measured").raw("<style>\n" + STYLE + "</style></head><body>");
        page.text("h1", "Nearcall, measured");
        page.text(
                "p",
                "Calls between two JVMs of one host: Nearcall over shared memory (nearcall-shm), Java RMI over loopback (rmi, "
                        + "and rmi-one-cpu with both JVMs on one CPU, beside Nearcall over FIFOs in the same place), and the floor: as many bytes there and back "
                        + "between the same two JVMs, and no call.");
        addAbout(page);
        addVerdicts(page);
        addFigures(page);
        addTable(page);
        page.text(
                "p", "The rows are in results.json beside this page, what the plots are drawn from is in series.json.");
        return page.raw("</body></html>").toString();
    }

    private void addAbout(Html page) {
        page.text("h2", "Machine and run").text("pre", String.join("\n", series.about()));
    }

    private void addVerdicts(Html page) {
        page.text("h2", "Targets").raw("<ul class=\"verdicts\">");
        for (Verdict verdict : verdicts) {
            String cssClass = verdict.isHeld() ? "held" : verdict.isJudged() ? "missed" : "open";
            page.raw("<li class=\"" + cssClass + "\">")
                    .text("span", verdict.what() + ": ")
                    .text(
                            "span",
                            "outcome",
                            verdict.isJudged() ? verdict.valueText() + ", " + verdict.outcome() : verdict.outcome())
                    .raw("</li>");
        }
        page.raw("</ul>");
        page.text("p", "A value is the median of all pairs of JVMs.");
    }

    private void addFigures(Html page) {
        Figures figures = new Figures(series);
        page.text("h2", "How long calls take");
        figures.percentiles("Percentiles: ping()", "ping", 0).addTo(page);
        figures.percentiles("Percentiles: an order there and back", "order", orderBytes())
                .addTo(page);
        figures.percentiles("Percentiles: byte[4000] there and back", "bytes", 4_000)
                .addTo(page);
        figures.percentiles("Percentiles: byte[40000] there and back", "bytes", 40_000)
                .addTo(page);
        page.text("h2", "Payload");
        figures.evenTransfers().addTo(page);
        figures.largeReplies().addTo(page);
        figures.largeRequests().addTo(page);
        page.text("h2", "Several callers");
        figures.throughputs().addTo(page);
        page.text("h2", "Idle");
        figures.idleCpu().addTo(page);
        figures.idleWakeUps().addTo(page);
        if (!series.coldStarts().isEmpty()) {
            page.text("h2", "Cold start");
            figures.coldStarts().addTo(page);
        }
    }

    private int orderBytes() {
        return series.curves().stream()
                .filter(curve -> curve.workload().equals("order"))
                .mapToInt(Series.Curve::payloadBytes)
                .findFirst()
                .orElse(0);
    }

    private void addTable(Html page) {
        page.text("h2", "Table");
        page.text(
                "p",
                "Times in us. p50 is the median of batches divided by their length, p99 and p99.9 are those of single calls. "
                        + "\"x floor\": less is better; \"x faster than RMI\", in its better placement: more is better. "
                        + "ping-after-100ms: both sides slept before each call.");
        page.table(Table.HEADINGS, rows.stream().map(Table::cells).toList());
    }
}
