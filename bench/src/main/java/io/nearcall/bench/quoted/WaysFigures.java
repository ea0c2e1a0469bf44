// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.quoted;

import io.nearcall.bench.quoted.QuotedComparison.Cost;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Tables of a comparison of ways: one for each direction, with a row for each length and a column for each way. What a
 * cost says of its call is the direction and the length, with a colon between.
 */
final class WaysFigures {

    private static final String COLON = ": ";

    private WaysFigures() {}

    /** @param corner the head of the lengths */
    static List<String> lines(QuotedComparison run, String corner) {
        Map<String, Map<String, Map<String, Cost>>> directions = new LinkedHashMap<>();
        for (Cost cost : run.costs()) {
            String[] directionAndLength = cost.work().split(COLON, 2);
            directions
                    .computeIfAbsent(directionAndLength[0], any -> new LinkedHashMap<>())
                    .computeIfAbsent(directionAndLength[1], any -> new LinkedHashMap<>())
                    .put(cost.what(), cost);
        }
        List<String> lines = new ArrayList<>();
        directions.forEach((direction, lengths) -> {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            addTable(direction, corner, lengths, lines);
        });
        return lines;
    }

    private static void addTable(
            String direction, String corner, Map<String, Map<String, Cost>> lengths, List<String> lines) {
        List<String> ways = lengths.values().stream()
                .flatMap(ofLength -> ofLength.keySet().stream())
                .distinct()
                .toList();
        List<String> heads = new ArrayList<>(List.of(corner));
        heads.addAll(ways);
        lines.add("In microseconds, " + direction + COLON.strip());
        lines.add("");
        lines.add(row(heads));
        lines.add(row(heads.stream().map(head -> "---").toList()));
        lengths.forEach((length, ofLength) -> {
            List<String> cells = new ArrayList<>(List.of(length));
            ways.forEach(way -> cells.add(micros(ofLength.get(way))));
            lines.add(row(cells));
        });
    }

    private static String row(List<String> cells) {
        return ComparisonFigures.row(cells.toArray(String[]::new));
    }

    private static String micros(Cost cost) {
        if (cost == null) {
            return "-";
        }
        double us = cost.ns().median() / 1e3;
        return String.format(Locale.ROOT, us < 100 ? "%.1f" : "%.0f", us);
    }
}
