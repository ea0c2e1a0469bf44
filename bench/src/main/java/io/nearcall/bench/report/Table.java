// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import io.nearcall.bench.measure.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The results as aligned text. */
public final class Table {

    public static final List<String> HEADINGS = List.of(
            "workload",
            "bytes",
            "callers",
            "system",
            "p50 us",
            "of the pairs",
            "p99 us",
            "p99.9 us",
            "mean us",
            "calls/s",
            "B client",
            "B server",
            "x floor",
            "of the pairs",
            "x (floor + Kryo)",
            "of the pairs",
            "x faster than RMI",
            "of the pairs");
    private static final int TEXT_COLUMNS = 4;
    private static final String NONE = "-";

    private Table() {}

    public static String of(List<ResultRow> rows) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(HEADINGS);
        rows.forEach(row -> lines.add(cells(row)));
        int[] widths = new int[HEADINGS.size()];
        for (List<String> line : lines) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder();
        String workload = "";
        for (int i = 0; i < lines.size(); i++) {
            String group = String.join(" ", lines.get(i).subList(0, TEXT_COLUMNS - 1));
            if (!group.equals(workload)) {
                text.append(i > 0 ? "\n" : "");
                workload = group;
            }
            appendLine(text, lines.get(i), widths);
        }
        return text.toString();
    }

    private static void appendLine(StringBuilder text, List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String gap = " ".repeat(widths[i] - cells.get(i).length());
            line.append(i == 0 || i == TEXT_COLUMNS - 1 ? cells.get(i) + gap : gap + cells.get(i))
                    .append("  ");
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }

    public static List<String> cells(ResultRow row) {
        return List.of(
                row.workload(),
                Integer.toString(row.payloadBytes()),
                Integer.toString(row.threads()),
                row.system(),
                micros(row.p50Ns()),
                range(row.p50RangeNs(), 1000, "%.3f"),
                micros(row.p99Ns()),
                micros(row.p999Ns()),
                micros(row.meanNs()),
                row.callsPerSecond() == null ? NONE : String.format(Locale.ROOT, "%,.0f", row.callsPerSecond()),
                plain(row.clientAllocBytesPerCall(), "%.1f"),
                plain(row.serverAllocBytesPerCall(), "%.1f"),
                plain(row.ratioToFloor(), "%.2f"),
                range(row.ratioToFloorRange(), 1, "%.2f"),
                plain(row.ratioToFloorAndKryo(), "%.2f"),
                range(row.ratioToFloorAndKryoRange(), 1, "%.2f"),
                plain(row.ratioToRmi(), "%.1f"),
                range(row.ratioToRmiRange(), 1, "%.1f"));
    }

    private static String micros(Double nanos) {
        return nanos == null ? NONE : String.format(Locale.ROOT, "%.3f", nanos / 1000);
    }

    private static String range(Range range, double unit, String format) {
        return range == null
                ? NONE
                : String.format(Locale.ROOT, format + "-" + format, range.least() / unit, range.most() / unit);
    }

    private static String plain(Double value, String format) {
        return value == null ? NONE : String.format(Locale.ROOT, format, value);
    }
}
