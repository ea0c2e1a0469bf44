// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report.page;

import java.util.List;
import java.util.Set;

/** Pieces of HTML. Everything named text is escaped here. */
final class Html {

    /** Headings of columns that hold words. All other columns hold numbers. */
    private static final Set<String> WORDS = Set.of(
            "workload", "system", "client", "phase", "length", "request / reply", "mechanism", "quantity", "place");

    private final StringBuilder html = new StringBuilder();

    static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        text.chars().forEach(c -> {
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.append((char) c);
            }
        });
        return escaped.toString();
    }

    /** Adds markup as it is. The markup must come from this package. */
    Html raw(String markup) {
        html.append(markup).append('\n');
        return this;
    }

    Html text(String element, String text) {
        return text(element, "", text);
    }

    /** @param cssClass empty for none */
    Html text(String element, String cssClass, String text) {
        String attribute = cssClass.isEmpty() ? "" : " class=\"" + escaped(cssClass) + "\"";
        return raw("<" + element + attribute + ">" + escaped(text) + "</" + element + ">");
    }

    Html table(List<String> headings, List<List<String>> rows) {
        raw("<div class=\"wide\" tabindex=\"0\"><table><thead>");
        row("th", headings, headings);
        raw("</thead><tbody>");
        rows.forEach(row -> row("td", headings, row));
        return raw("</tbody></table></div>");
    }

    private void row(String element, List<String> headings, List<String> cells) {
        html.append("<tr>");
        for (int i = 0; i < cells.size(); i++) {
            html.append('<').append(element).append(WORDS.contains(headings.get(i)) ? " class=\"word\">" : ">");
            html.append(escaped(cells.get(i))).append("</").append(element).append('>');
        }
        html.append("</tr>\n");
    }

    @Override
    public String toString() {
        return html.toString();
    }
}
