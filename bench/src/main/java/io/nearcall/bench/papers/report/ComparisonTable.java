// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Comparisons in the shape of the paper's table: each of its columns beside what was measured. */
record ComparisonTable(String corner, List<Comparison> comparisons) {

    List<String> headings() {
        List<String> headings = new ArrayList<>(List.of(corner));
        for (String column : columns()) {
            headings.add(column + ": published %");
            headings.add("here %");
            if (hasFresh(column)) {
                headings.add("fresh JVMs %");
            }
        }
        return headings;
    }

    List<List<String>> rows() {
        return comparisons.stream()
                .map(Comparison::row)
                .distinct()
                .map(this::row)
                .toList();
    }

    private List<String> row(String name) {
        List<String> cells = new ArrayList<>(List.of(name));
        for (String column : columns()) {
            Optional<Comparison> found = comparisons.stream()
                    .filter(each -> each.column().equals(column) && each.row().equals(name))
                    .findFirst();
            cells.add(Percent.number(found.map(Comparison::published).orElse(Double.NaN)));
            cells.add(Percent.number(found.map(Comparison::measured).orElse(Double.NaN)));
            if (hasFresh(column)) {
                cells.add(Percent.number(found.map(Comparison::fresh).orElse(Double.NaN)));
            }
        }
        return cells;
    }

    private List<String> columns() {
        return comparisons.stream().map(Comparison::column).distinct().toList();
    }

    private boolean hasFresh(String column) {
        return comparisons.stream().anyMatch(each -> each.column().equals(column) && !Double.isNaN(each.fresh()));
    }
}
