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
        String list = different.stream()
                .map(each -> "published " + Percent.text(each.published()) + ", measured "
                        + Percent.text(each.measured()) + " (" + each.row() + ")")
                .collect(Collectors.joining("; "));
        return column + ": " + list + "." + inFreshJvms(different);
    }

    /** The one cause that can be told from what was measured. */
    private static String inFreshJvms(List<Comparison> different) {
        List<Comparison> known =
                different.stream().filter(each -> !Double.isNaN(each.fresh())).toList();
        if (known.isEmpty()) {
            return "";
        }
        List<Comparison> explained = known.stream()
                .filter(each -> new Comparison("", "", each.published(), each.fresh(), Double.NaN).factor() <= FACTOR)
                .toList();
        String figures = known.stream()
                .map(each -> Percent.text(each.fresh()) + " (" + each.row() + ")")
                .collect(Collectors.joining(", "));
        if (explained.size() == known.size()) {
            return " Measured as they did, in the first round trips of fresh JVMs, it is " + figures
                    + ": what differs is how warm the JVMs are.";
        }
        return " In the first round trips of fresh JVMs it is " + figures + ".";
    }
}
