// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * One of several short runs of the campaign, which have all rows between them: each has those that come first, and every so
 * manieth of the others.
 *
 * @param number the number of this turn, from 1
 * @param count of all
 */
record Turn(int number, int count) {

    static final Turn ALL = new Turn(1, 1);

    private static final Pattern FORM = Pattern.compile("([1-9])/([1-9])");

    /** Parses a text such as {@code 2/3}. An empty text means all rows. */
    static Turn of(String text) {
        if (text.isEmpty()) {
            return ALL;
        }
        Matcher form = FORM.matcher(text);
        if (!form.matches() || text.charAt(0) > text.charAt(2)) {
            throw new IllegalArgumentException(
                    "chaos.turn=" + text + " is not of the form K/N with K from 1 to N, such as 2/3");
        }
        return new Turn(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2)));
    }

    /** Those of these rows that have this turn, in their order. */
    List<Row> of(List<Row> rows, Predicate<Row> isFirst) {
        List<Row> others = rows.stream().filter(isFirst.negate()).toList();
        List<Row> chosen = IntStream.range(0, others.size())
                .filter(index -> index % count == number - 1)
                .mapToObj(others::get)
                .toList();
        return rows.stream()
                .filter(row -> isFirst.test(row) || chosen.contains(row))
                .toList();
    }
}
