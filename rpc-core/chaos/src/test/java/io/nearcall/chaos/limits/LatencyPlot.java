// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import java.util.Locale;

/** The latencies of a {@link Comparison} by percentile, as an SVG. Equal latencies give an equal SVG. */
final class LatencyPlot {

    /* Written as text: AWT draws only where the machine has fonts, and not all machines have them on which the campaign runs. */

    private static final int WIDTH = 760;
    private static final int HEIGHT = 440;
    private static final int LEFT = 90;
    private static final int RIGHT = WIDTH - 30;
    private static final int TOP = 80;
    private static final int BOTTOM = HEIGHT - 60;
    private static final int POINTS = 200;
    private static final int LAST_DECADE = 5;
    private static final int P99_DECADE = 2;
    private static final double NS_PER_US = 1e3;
    private static final String GREY = "#ddd";

    private final StringBuilder svg = new StringBuilder();
    private final int firstDecadeUs;
    private final int lastDecadeUs;

    private LatencyPlot(int firstDecadeUs, int lastDecadeUs) {
        this.firstDecadeUs = firstDecadeUs;
        this.lastDecadeUs = lastDecadeUs;
    }

    static String of(Comparison comparison, String title) {
        long[] attackedNs = comparison.all(Round::attackedNs);
        long[] computingNs = comparison.all(Round::besideComputingNs);
        double leastUs = Math.min(attackedNs[0], computingNs[0]) / NS_PER_US;
        double mostUs = Math.max(attackedNs[attackedNs.length - 1], computingNs[computingNs.length - 1]) / NS_PER_US;
        int first = (int) Math.floor(Math.log10(Math.max(leastUs, 1)));
        LatencyPlot plot = new LatencyPlot(first, Math.max(first + 1, (int) Math.ceil(Math.log10(mostUs))));
        plot.frame(title);
        plot.series("beside the attack", "#c0392b", 40, attackedNs);
        plot.series("beside as many threads that compute", "#2471a3", 60, computingNs);
        return plot.svg.append("</svg>\n").toString();
    }

    private void frame(String title) {
        append(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%1$d\" height=\"%2$d\" viewBox=\"0 0 %1$d %2$d\""
                        + " font-family=\"sans-serif\" font-size=\"13\">",
                WIDTH, HEIGHT);
        append("<rect width=\"%d\" height=\"%d\" fill=\"white\"/>", WIDTH, HEIGHT);
        text(WIDTH / 2.0, 20, "middle", title + ": a neighbour's calls");
        for (int decade = 0; decade <= LAST_DECADE; decade++) {
            double x = x(Math.pow(10, decade));
            line(x, TOP, x, BOTTOM, decade == P99_DECADE ? "#888" : GREY);
            text(x, BOTTOM + 18, "middle", number(decade));
        }
        text(x(100) + 4, TOP + 12, "start", "p99");
        for (int decade = firstDecadeUs; decade <= lastDecadeUs; decade++) {
            double y = y(Math.pow(10, decade));
            line(LEFT, y, RIGHT, y, GREY);
            text(LEFT - 6, y + 4, "end", number(decade) + " us");
        }
        text((LEFT + RIGHT) / 2.0, HEIGHT - 14, "middle", "one call in so many took longer");
    }

    /** Points at equal distances on the logarithmic axis, from all calls to the slowest one. */
    private void series(String name, String colour, int y, long[] sortedNs) {
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < POINTS; i++) {
            double oneIn = Math.pow(sortedNs.length, (double) i / (POINTS - 1));
            int slower = (int) Math.max(1, Math.round(sortedNs.length / oneIn));
            double latencyUs = sortedNs[sortedNs.length - slower] / NS_PER_US;
            points.append(String.format(Locale.ROOT, "%s%.1f,%.1f", i == 0 ? "" : " ", x(oneIn), y(latencyUs)));
        }
        append("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>", points, colour);
        line(LEFT, y - 4, LEFT + 24, y - 4, colour);
        text(
                LEFT + 30,
                y,
                "start",
                String.format(Locale.ROOT, "%s: p99 %.0f us", name, Round.p99Ns(sortedNs) / NS_PER_US));
    }

    private static String number(int decade) {
        return String.format(Locale.ROOT, "%,.0f", Math.pow(10, decade));
    }

    private static double x(double oneIn) {
        return LEFT + (RIGHT - LEFT) * Math.min(1, Math.log10(oneIn) / LAST_DECADE);
    }

    private double y(double us) {
        double part = (Math.log10(Math.max(us, 1)) - firstDecadeUs) / (lastDecadeUs - firstDecadeUs);
        return BOTTOM - (BOTTOM - TOP) * part;
    }

    private void line(double x1, double y1, double x2, double y2, String colour) {
        append(
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%d\"/>",
                x1, y1, x2, y2, colour, colour.equals(GREY) ? 1 : 2);
    }

    private void text(double x, double y, String anchor, String words) {
        append("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, words);
    }

    private void append(String format, Object... arguments) {
        svg.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }
}
