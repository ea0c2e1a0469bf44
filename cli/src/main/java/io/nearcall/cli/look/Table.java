// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Rows of text under a heading. Each column is as wide as its widest cell. Columns of numbers are right-aligned. */
final class Table {

    private static final Pattern NUMBER = Pattern.compile("-|[0-9.]+(k|M|G|ns|us|ms|s)?");

    private final List<String[]> rows = new ArrayList<>();

    Table(String... heading) {
        rows.add(heading);
    }

    void add(Object... cells) {
        String[] row = new String[cells.length];
        for (int i = 0; i < cells.length; i++) {
            row[i] = String.valueOf(cells[i]);
        }
        rows.add(row);
    }

    void print(PrintWriter out) {
        int[] widths = new int[rows.get(0).length];
        boolean[] numbers = new boolean[widths.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = isNumber(i);
        }
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                String padding = " ".repeat(widths[i] - row[i].length());
                line.append(numbers[i] ? padding + row[i] : row[i] + padding).append("  ");
            }
            out.println(line.toString().stripTrailing());
        }
        out.flush();
    }

    /** Returns whether a column has only numbers, or nothing. */
    private boolean isNumber(int column) {
        for (String[] row : rows.subList(1, rows.size())) {
            if (!NUMBER.matcher(row[column]).matches()) {
                return false;
            }
        }
        return rows.size() > 1;
    }
}
