// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.quoted;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A comparison, as the guide has it: a table of calls, one of other figures, and where they come from. */
public final class ComparisonFigures {

    private ComparisonFigures() {}

    /** @param file where the run is, as the document links it */
    static String of(QuotedComparison run, String file) {
        return String.join("\n", lines(run)) + "\n\n" + run.origin(file) + " Medians of " + run.pairs()
                + " pairs of JVMs of each kind (least-most).\n";
    }

    /** The tables alone. */
    public static List<String> lines(QuotedComparison run) {
        Compared kind = Compared.of(run);
        List<String> lines = new ArrayList<>();
        lines.add(row(kind.whatHead(), "call", "median in ns", "times as long", "ns more", "target"));
        lines.add(row("---", "---", "---", "---", "---", "---"));
        for (QuotedComparison.Cost cost : run.costs()) {
            lines.add(row(
                    cost.what(),
                    "`" + cost.work() + "`",
                    whole(cost.ns()),
                    isBaseline(cost) ? "-" : ratio(cost.ratio()),
                    isBaseline(cost) ? "-" : whole(cost.moreNs()),
                    cost.target()));
        }
        lines.add("");
        lines.add(row(kind.lookHead(), kind.valueHead(), "target"));
        lines.add(row("---", "---", "---"));
        for (QuotedComparison.Look look : run.looks()) {
            lines.add(row(look.what(), number(look.value()) + " " + look.unit(), look.target()));
        }
        run.leftOut().forEach(each -> {
            lines.add("");
            lines.add("Not measured: " + each + ".");
        });
        return lines;
    }

    private static boolean isBaseline(QuotedComparison.Cost cost) {
        return cost.ratio().range().least() == 1 && cost.ratio().range().most() == 1;
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    private static String whole(QuotedComparison.Spread spread) {
        return spread("%.0f", spread);
    }

    private static String ratio(QuotedComparison.Spread spread) {
        return spread("%.3f", spread);
    }

    private static String number(QuotedComparison.Spread spread) {
        return spread(spread.median() >= 10 ? "%.0f" : "%.2f", spread);
    }

    private static String spread(String format, QuotedComparison.Spread spread) {
        return String.format(Locale.ROOT, format, spread.median()) + " ("
                + String.format(Locale.ROOT, format, spread.range().least()) + "-"
                + String.format(Locale.ROOT, format, spread.range().most()) + ")";
    }
}
