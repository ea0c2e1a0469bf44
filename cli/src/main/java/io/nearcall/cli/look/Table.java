// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows of text under a heading. Each column is as wide as its widest cell. Columns of numbers are right-aligned. */
final class Table {

    /* `top` prints a thousand cells each second, and `ls` has just started. So there is no regular expression, whose
     * classes take a new JVM longer than the table, and all lines are written at once. */

    private static final String UNITS = " k M G ns us ms s ";

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
        int columns = rows.get(0).length;
        int[] widths = new int[columns];
        boolean[] numbers = new boolean[columns];
        for (int i = 0; i < columns; i++) {
            numbers[i] = isNumber(i);
            widths[i] = width(i);
        }
        StringBuilder text = new StringBuilder();
        for (String[] row : rows) {
            appendLine(text, row, widths, numbers);
        }
        out.print(text);
        out.flush();
    }

    private static void appendLine(StringBuilder text, String[] row, int[] widths, boolean[] numbers) {
        String gap = "";
        int end = text.length(); // of the last cell that is not empty
        for (int i = 0; i < row.length; i++) {
            String padding = " ".repeat(widths[i] - row[i].length());
            text.append(gap);
            if (numbers[i]) {
                text.append(padding);
            }
            text.append(row[i]);
            if (!row[i].isEmpty()) {
                end = text.length();
            }
            if (!numbers[i]) {
                text.append(padding);
            }
            gap = "  ";
        }
        text.setLength(end);
        text.append(System.lineSeparator());
    }

    private int width(int column) {
        int width = 0;
        for (String[] row : rows) {
            width = Math.max(width, row[column].length());
        }
        return width;
    }

    /** Returns whether a column has only numbers, or nothing. */
    private boolean isNumber(int column) {
        for (int i = 1; i < rows.size(); i++) {
            if (!isNumber(rows.get(i)[column])) {
                return false;
            }
        }
        return rows.size() > 1;
    }

    /** Returns whether a cell is a number with or without a unit, or a dash. */
    private static boolean isNumber(String cell) {
        int end = 0;
        while (end < cell.length() && (cell.charAt(end) >= '0' && cell.charAt(end) <= '9' || cell.charAt(end) == '.')) {
            end++;
        }
        if (end == 0) {
            return cell.equals("-");
        }
        return end == cell.length() || UNITS.contains(' ' + cell.substring(end) + ' ');
    }
}
