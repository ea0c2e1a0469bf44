// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report.page;

import java.awt.Color;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * A drawn plot, and what its colours stand for, which is no part of the drawing: names wrap on a page, and not in a drawing.
 *
 * @param wide SVG; empty if it could not be drawn
 * @param narrow the same for a small screen
 */
public record Plot(String wide, String narrow, List<Key> keys) {

    static final Plot NONE = new Plot("", "", List.of());

    /** Up to which width of the page the narrow one is shown, in CSS. */
    private static final String NARROW = "(max-width: 40rem)";

    /**
     * What one colour stands for.
     *
     * @param border how its line looks, in CSS
     * @param symbol its marker; empty if it has none
     */
    record Key(String name, Color color, String border, String symbol) {}

    boolean isDrawn() {
        return !wide.isEmpty();
    }

    /** @param title for those who do not see it */
    void addTo(Html page, String title) {
        // Images of their own: the names within one SVG do not meet those of the next.
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
