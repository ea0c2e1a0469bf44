// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import java.util.List;
import java.util.Locale;

/** The figures of all loads, in one line each. */
public final class LoadTable {

    public static final List<String> HEADINGS = List.of("workload", "system", "quantity", "median", "least", "most");

    /** How the figures were measured. */
    public static final String HOW =
            "One server JVM, and a client JVM for each load; the systems take turns in slices, and "
                    + "a value is that of a turn. Virtual threads: 1000, which call add. Messages one way: one-way calls of two ints in "
                    + "batches of 1000, small numbers of a stream, and as many bytes as a one-way call has through a bare ring in "
                    + "shared memory. Busy neighbours: a process that spins is bound to each CPU, server and client to none. Idle "
                    + "connections: 200 of one endpoint, after one call over each; resident is what the kernel counts outside the "
                    + "heap, and the objects that are left when the garbage is collected. Shared memory counts on both sides, except "
                    + "where it is divided.";

    private static final double WHOLE_FROM = 1_000;

    private LoadTable() {}

    public static List<List<String>> rows(List<LoadFigure> figures) {
        return figures.stream().map(LoadTable::row).toList();
    }

    /** Returns the figures as text. */
    public static List<String> lines(List<LoadFigure> figures) {
        return rows(figures).stream()
                .map(cells -> String.format(Locale.ROOT, "%-18s %-16s %-46s %12s  (%s to %s)", cells.toArray()))
                .toList();
    }

    private static List<String> row(LoadFigure each) {
        return List.of(
                each.load(),
                each.system(),
                each.quantity(),
                number(each.median()),
                number(each.least()),
                number(each.most()));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value >= WHOLE_FROM ? "%,.0f" : "%.3f", value);
    }
}
