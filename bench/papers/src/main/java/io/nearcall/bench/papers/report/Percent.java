// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.report;

import java.util.Locale;

/** Formats percentages for people. */
final class Percent {

    private static final double WHOLE_FROM = 10;

    private Percent() {}

    /** Returns the percentage with its sign; a dash if there is none. */
    static String text(double percent) {
        return Double.isNaN(percent) ? "-" : number(percent) + " %";
    }

    static String number(double percent) {
        return Double.isNaN(percent)
                ? "-"
                : String.format(Locale.ROOT, percent >= WHOLE_FROM ? "%.0f" : "%.1f", percent);
    }
}
