// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.quoted;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** A comparison, as the guide has it: a table of calls, one of other figures, and where they come from. */
public final class ComparisonFigures {

    private ComparisonFigures() {}

    /** @param file where the run is, as the document links it */
    static String of(QuotedComparison run, String file) {
        String ofPairs =
                run.pairs() == 0 ? "" : " Medians of " + run.pairs() + " pairs of JVMs of each kind (least-most).";
        return String.join("\n", lines(run)) + "\n\n" + run.origin(file) + ofPairs + "\n";
    }

    /** The tables alone. */
    public static List<String> lines(QuotedComparison run) {
        Compared kind = Compared.of(run);
        List<String> lines = new ArrayList<>();
        if (run.tables() != null) {
            addTables(run.tables(), lines);
        } else if (kind == Compared.KUMON) {
            lines.addAll(WaysFigures.lines(run, kind.whatHead()));
        } else {
            addCosts(run.costs(), kind, lines);
        }
        if (!run.looks().isEmpty()) {
            lines.add("");
            addLooks(run.looks(), kind, lines);
        }
        run.leftOut().forEach(each -> {
            lines.add("");
            lines.add("Not measured: " + each + ".");
        });
        return lines;
    }

    private static void addCosts(List<QuotedComparison.Cost> costs, Compared kind, List<String> lines) {
        lines.add(row(kind.whatHead(), "call", "median in ns", "times as long", "ns more", "target"));
        lines.add(row("---", "---", "---", "---", "---", "---"));
        for (QuotedComparison.Cost cost : costs) {
            lines.add(row(
                    cost.what(),
                    "`" + cost.work() + "`",
                    whole(cost.ns()),
                    isBaseline(cost) ? "-" : ratio(cost.ratio()),
                    isBaseline(cost) ? "-" : whole(cost.moreNs()),
                    cost.target()));
        }
    }

    private static void addLooks(List<QuotedComparison.Look> looks, Compared kind, List<String> lines) {
        lines.add(row(kind.lookHead(), kind.valueHead(), "target"));
        lines.add(row("---", "---", "---"));
        for (QuotedComparison.Look look : looks) {
            lines.add(row(look.what(), number(look.value()) + " " + look.unit(), look.target()));
        }
    }

    private static void addTables(List<QuotedComparison.Table> tables, List<String> lines) {
        for (QuotedComparison.Table table : tables) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.add(table.title());
            lines.add("");
            lines.add(row(table.heads().toArray(new String[0])));
            lines.add(row(Collections.nCopies(table.heads().size(), "---").toArray(new String[0])));
            table.rows().forEach(cells -> lines.add(row(cells.toArray(new String[0]))));
        }
    }

    private static boolean isBaseline(QuotedComparison.Cost cost) {
        return cost.ratio().range().least() == 1 && cost.ratio().range().most() == 1;
    }

    static String row(String... cells) {
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
