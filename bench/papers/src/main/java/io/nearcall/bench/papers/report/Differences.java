// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A sentence for each column of a paper's table that was not found again. */
final class Differences {

    /** What is measured differs from what is published if one is more than so many times the other. */
    static final double FACTOR = 1.5;

    private Differences() {}

    /** In the order of the columns; one that says so if there are none. */
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

    /** The one cause that can be told from what was measured. */
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
