// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report.page;

import java.awt.Color;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * A drawn plot and the legend of its colours. The legend is not part of the drawing, because names wrap on a page but
 * not in a drawing.
 *
 * @param wide SVG; empty if it could not be drawn
 * @param narrow the same for a small screen
 */
public record Plot(String wide, String narrow, List<Key> keys) {

    static final Plot NONE = new Plot("", "", List.of());

    /** Up to this width of the page the narrow drawing is shown, in CSS. */
    private static final String NARROW = "(max-width: 40rem)";

    /**
     * The meaning of one colour.
     *
     * @param border the look of its line, in CSS
     * @param symbol its marker; empty if it has none
     */
    record Key(String name, Color color, String border, String symbol) {}

    boolean isDrawn() {
        return !wide.isEmpty();
    }

    /** @param title for readers who cannot see the plot */
    void addTo(Html page, String title) {
        // Each drawing is an image of its own, so the names in one SVG do not clash with those of another.
        page.raw("<picture><source media=\"" + NARROW + "\" srcset=\"" + data(narrow) + "\">");
        page.raw("<img alt=\"" + Html.escaped(title) + "; the numbers are below\" src=\"" + data(wide)
                + "\"></picture>");
        if (keys.size() > 1) {
            page.raw("<ul class=\"keys\">");
            for (Key key : keys) {
                String color = String.format("#%06x", key.color.getRGB() & 0xFFFFFF);
                page.raw("<li><span class=\"key\" style=\"color:" + color + ";border-top:3px " + key.border + " "
                        + color + "\"></span>");
                page.text("span", key.symbol.isEmpty() ? key.name : key.symbol + " " + key.name)
                        .raw("</li>");
            }
            page.raw("</ul>");
        }
    }

    private static String data(String svg) {
        return "data:image/svg+xml;base64," + Base64.getEncoder().encodeToString(svg.getBytes(StandardCharsets.UTF_8));
    }
}
