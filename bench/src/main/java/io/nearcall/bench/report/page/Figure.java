// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report.page;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * A plot, what it shows, and its numbers.
 *
 * @param svg empty if it could not be drawn
 * @param how one sentence or two: how it was measured
 */
public record Figure(String title, String svg, String how, List<String> headings, List<List<String>> rows) {

    void addTo(Html page) {
        page.raw("<figure>").text("h3", title);
        if (rows.isEmpty()) {
            page.text("p", "Nothing of this was measured.").raw("</figure>");
            return;
        }
        if (svg.isEmpty()) {
            page.text("p", "This JDK cannot draw, for want of a font or of its libraries; the numbers are below.");
        } else {
            // An image of its own: the names within one SVG do not meet those of the next.
            String data = Base64.getEncoder().encodeToString(svg.getBytes(StandardCharsets.UTF_8));
            page.raw("<div class=\"wide\" tabindex=\"0\"><img alt=\"" + Html.escaped(title)
                    + "; the numbers are below\" src=\"data:image/svg+xml;base64," + data + "\"></div>");
        }
        page.text("figcaption", how);
        page.raw("<details><summary>Numbers</summary>").table(headings, rows).raw("</details></figure>");
    }
}
