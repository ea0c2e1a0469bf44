// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of the campaign, for a machine that is not free for hours. The last part is the fuzzer. The part before it has
 * the rows about resources. The others share the rows about faults.
 *
 * @param number the number of this part, from 1
 * @param count how many parts there are
 */
record Part(int number, int count) {

    static final Part ALL = new Part(1, 1);

    private static final int FEWEST = 3;
    private static final Pattern FORM = Pattern.compile("([1-9][0-9]?)/([1-9][0-9]?)");

    Part {
        if (number < 1 || number > count || count > 1 && count < FEWEST) {
            throw new IllegalArgumentException("chaos.part=" + number + "/" + count
                    + " is no part: K/N is one, of at least " + FEWEST + " parts, with K from 1 to N");
        }
    }

    /** Parses a text such as {@code 2/5}. An empty text means the whole campaign. */
    static Part of(String text) {
        if (text.isEmpty()) {
            return ALL;
        }
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("chaos.part=" + text + " is not of the form K/N, such as 2/5");
        }
        return new Part(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2)));
    }

    boolean isAll() {
        return count == 1;
    }

    /** Those of all rows that are in this part. */
    List<Row> of(List<Row> all) {
        return isAll()
                ? all
                : all.stream().filter(row -> numberOf(row, all) == number).toList();
    }

    private int numberOf(Row row, List<Row> all) {
        return switch (row.kind()) {
            case FUZZER -> count;
            case RESOURCE -> count - 1;
            case FAULT -> 1 + share(row, all);
        };
    }

    /** The rows of a part follow one another, and all parts take about the same time. */
    private int share(Row row, List<Row> all) {
        List<Row> faults =
                all.stream().filter(each -> each.kind() == Row.Kind.FAULT).toList();
        double totalMinutes = minutes(faults);
        double middle = minutes(faults.subList(0, faults.indexOf(row))) + row.minutes() / 2.0;
        return (int) (middle / totalMinutes * (count - 2));
    }

    private static int minutes(List<Row> rows) {
        return rows.stream().mapToInt(Row::minutes).sum();
    }

    @Override
    public String toString() {
        return isAll() ? "all" : number + "/" + count;
    }
}
