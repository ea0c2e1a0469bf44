// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report.page;

import java.util.List;

/**
 * A plot, what it shows, and its numbers.
 *
 * @param seen what it shows, in a sentence; may be empty
 * @param how one sentence or two about how it was measured
 */
public record Figure(String title, String seen, Plot plot, String how, List<String> headings, List<List<String>> rows) {

    public Figure(String title, Plot plot, String how, List<String> headings, List<List<String>> rows) {
        this(title, "", plot, how, headings, rows);
    }

    /** Returns the same figure as the answer to a question. */
    Figure answering(String question, String answer) {
        return new Figure(question, answer, plot, how, headings, rows);
    }

    void addTo(Html page) {
        page.raw("<figure>").text("h3", title);
        if (rows.isEmpty()) {
            page.text("p", "Nothing of this was measured.").raw("</figure>");
            return;
        }
        if (!seen.isEmpty()) {
            page.text("p", "seen", seen);
        }
        if (plot.isDrawn()) {
            plot.addTo(page, title);
        } else {
            page.text("p", "This JDK cannot draw, for want of a font or of its libraries; the numbers are below.");
        }
        page.raw("<details><summary>How it was measured, and the numbers</summary>")
                .text("p", how)
                .table(headings, rows)
                .raw("</details></figure>");
    }
}
