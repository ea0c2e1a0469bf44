// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report.page;

import io.nearcall.bench.report.Verdict;
import io.nearcall.bench.report.VerdictGroup;
import java.util.List;

/** A page for a browser, built from top to bottom. It loads nothing, because style and plots are in it. */
public final class Document {

    private static final String STYLE = """
            :root { color-scheme: light; }
            body { font: 16px/1.5 system-ui, sans-serif; color: #222; background: #fff; max-width: 58rem;
                   margin: 0 auto; padding: 1rem; }
            h1 { line-height: 1.2; margin: .5rem 0; }
            h2 { margin: 2.5rem 0 .5rem; border-bottom: 1px solid #ccc; }
            h3 { margin: 0 0 .5rem; font-size: 1.1rem; }
            figure { margin: 1.5rem 0; }
            .wide { overflow-x: auto; }
            picture img { display: block; width: 100%; height: auto; }
            p.seen { margin: .3rem 0 .6rem; font-size: 1.05rem; }
            ul.keys { list-style: none; padding: 0; margin: .3rem 0; display: flex; flex-wrap: wrap; gap: .1rem 1.2rem;
                      font-size: .9rem; }
            .key { display: inline-block; width: 1.8rem; margin-right: .4rem; vertical-align: middle; }
            table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; }
            th, td { padding: .15rem .5rem; text-align: right; white-space: nowrap; border-bottom: 1px solid #e4e4e4; }
            th { vertical-align: bottom; }
            th.word, td.word { text-align: left; }
            td.word:first-child { white-space: normal; min-width: 9rem; }
            pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .85rem; background: #f5f5f5; padding: .75rem; }
            details { margin-top: .4rem; }
            summary { cursor: pointer; color: #1b5fb8; }
            ul.verdicts { list-style: none; padding: 0; }
            ul.verdicts li { padding: .3rem .5rem .3rem .8rem; margin: .25rem 0; border-left: .35rem solid #999; }
            ul.verdicts li.held { border-color: #2e8657; }
            ul.verdicts li.missed { border-color: #b8322a; }
            .outcome { font-weight: 600; }
            """;

    private final Html page = new Html();

    /** @param lead the subject of the page, in a sentence or two */
    public Document(String title, String lead) {
        // Plots are drawn in memory and need no display.
        System.setProperty("java.awt.headless", "true");
        page.raw("<!doctype html>").raw("<html lang=\"en\"><head><meta charset=\"utf-8\">");
        page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
        page.text("title", title).raw("<style>\n" + STYLE + "</style></head><body>");
        page.text("h1", title);
        page.text("p", lead);
    }

    public Document section(String heading) {
        page.text("h2", heading);
        return this;
    }

    public Document paragraph(String text) {
        page.text("p", text);
        return this;
    }

    /** Adds a list with a point for each sentence. Adds nothing if there are none. */
    public Document sentences(List<String> sentences) {
        if (!sentences.isEmpty()) {
            page.raw("<ul>");
            sentences.forEach(each -> page.text("li", each));
            page.raw("</ul>");
        }
        return this;
    }

    /** Hides what follows behind that line, up to {@link #endFold}. The reader can open it. */
    public Document fold(String summary) {
        page.raw("<details>").text("summary", summary);
        return this;
    }

    public Document endFold() {
        page.raw("</details>");
        return this;
    }

    /** @param headings some words among them are known to head columns of words */
    public Document table(List<String> headings, List<List<String>> rows) {
        page.table(headings, rows);
        return this;
    }

    public Document figure(Figure figure) {
        figure.addTo(page);
        return this;
    }

    /** Adds machine, commit and command, a line each. */
    public Document about(List<String> lines) {
        page.text("h2", "Machine and run").text("pre", String.join("\n", lines));
        return this;
    }

    /**
     * Adds a line for each group, with the targets of the group folded below it.
     *
     * @param note explains the values
     */
    public Document verdicts(List<Verdict> verdicts, String note) {
        page.text("h2", "Targets");
        for (VerdictGroup group : VerdictGroup.in(verdicts)) {
            fold(group.summary(verdicts));
            page.text("p", "About " + group.about() + ":");
            addVerdicts(group.of(verdicts));
            endFold();
        }
        page.text("p", note);
        return this;
    }

    private void addVerdicts(List<Verdict> verdicts) {
        page.raw("<ul class=\"verdicts\">");
        for (Verdict verdict : verdicts) {
            String cssClass = verdict.isHeld() ? "held" : verdict.isJudged() ? "missed" : "open";
            page.raw("<li class=\"" + cssClass + "\">")
                    .text("span", verdict.what() + ": ")
                    .text("span", "outcome", verdict.resultText())
                    .raw("</li>");
        }
        page.raw("</ul>");
    }

    /** Returns the whole file. Nothing can be added afterwards. */
    public String html() {
        return page.raw("</body></html>").toString();
    }
}
