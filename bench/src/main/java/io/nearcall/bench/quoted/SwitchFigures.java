// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.quoted;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What switches cost, as the guide has it: a table of calls, one of the command, and where they come from. */
public final class SwitchFigures {

    private SwitchFigures() {}

    /** @param file where the run is, as the document links it */
    static String of(QuotedSwitches run, String file) {
        return String.join("\n", lines(run)) + "\n\n" + run.origin(file) + " Medians of " + run.pairs()
                + " pairs of JVMs of each kind (least-most).\n";
    }

    /** The tables alone. */
    public static List<String> lines(QuotedSwitches run) {
        List<String> lines = new ArrayList<>();
        lines.add(row("switched on", "call", "median in ns", "times as long", "ns more", "target"));
        lines.add(row("---", "---", "---", "---", "---", "---"));
        for (QuotedSwitches.Cost cost : run.costs()) {
            lines.add(row(
                    cost.what(),
                    "`" + cost.work() + "`",
                    whole(cost.ns()),
                    isBaseline(cost) ? "-" : ratio(cost.ratio()),
                    isBaseline(cost) ? "-" : whole(cost.moreNs()),
                    cost.target()));
        }
        lines.add("");
        lines.add(row("command", "needs", "target"));
        lines.add(row("---", "---", "---"));
        for (QuotedSwitches.Look look : run.looks()) {
            lines.add(row(look.what(), number(look.value()) + " " + look.unit(), look.target()));
        }
        run.leftOut().forEach(each -> {
            lines.add("");
            lines.add("Not measured: " + each + ".");
        });
        return lines;
    }

    private static boolean isBaseline(QuotedSwitches.Cost cost) {
        return cost.ratio().range().least() == 1 && cost.ratio().range().most() == 1;
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    private static String whole(QuotedSwitches.Spread spread) {
        return spread("%.0f", spread);
    }

    private static String ratio(QuotedSwitches.Spread spread) {
        return spread("%.3f", spread);
    }

    private static String number(QuotedSwitches.Spread spread) {
        return spread(spread.median() >= 10 ? "%.0f" : "%.2f", spread);
    }

    private static String spread(String format, QuotedSwitches.Spread spread) {
        return String.format(Locale.ROOT, format, spread.median()) + " ("
                + String.format(Locale.ROOT, format, spread.range().least()) + "-"
                + String.format(Locale.ROOT, format, spread.range().most()) + ")";
    }
}
