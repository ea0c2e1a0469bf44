// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A sentence for each column of a paper's table whose figures were not reproduced. */
final class Differences {

    /** Measured and published figures differ if one is more than this many times the other. */
    static final double FACTOR = 1.5;

    private Differences() {}

    /** Returns the sentences in the order of the columns. If there are none, one sentence says so. */
    static List<String> sentences(List<Comparison> comparisons) {
        List<String> sentences = new ArrayList<>();
        List<String> columns =
                comparisons.stream().map(Comparison::column).distinct().toList();
        for (String column : columns) {
            List<Comparison> different = comparisons.stream()
                    .filter(each -> each.column().equals(column) && each.factor() > FACTOR)
                    .toList();
            if (!different.isEmpty()) {
                sentences.add(sentence(column, different));
            }
        }
        if (sentences.isEmpty()) {
            sentences.add(String.format(
                    Locale.ROOT, "No figure differs from the published one by more than a factor of %.1f.", FACTOR));
        }
        return sentences;
    }

    private static String sentence(String column, List<Comparison> different) {
        return different.stream().map(Differences::item).collect(Collectors.joining("; ", column + ": ", "."));
    }

    private static String item(Comparison comparison) {
        return comparison.row() + ", published " + Percent.text(comparison.published()) + ", measured "
                + Percent.text(comparison.measured()) + fresh(comparison);
    }

    /** Returns the only cause that the measurements can show. */
    private static String fresh(Comparison comparison) {
        if (Double.isNaN(comparison.fresh())) {
            return "";
        }
        Comparison asTheyDid = new Comparison(
                comparison.column(), comparison.row(), comparison.published(), comparison.fresh(), Double.NaN);
        return " (" + Percent.text(comparison.fresh()) + " in fresh JVMs"
                + (asTheyDid.factor() <= FACTOR ? ", as they measured: what differs is how warm the JVM is)" : ")");
    }
}
