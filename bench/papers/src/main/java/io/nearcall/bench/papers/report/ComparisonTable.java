// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Comparisons in the shape of the paper's table. Each column is beside the measured one. Unknown values are left out.
 */
record ComparisonTable(String corner, List<Comparison> comparisons) {

    /** What a column may hold for one row. */
    private enum Part {
        PUBLISHED("published %", Comparison::published),
        HERE("here %", Comparison::measured),
        FRESH("fresh JVMs %", Comparison::fresh);

        final String heading;
        final ToDoubleFunction<Comparison> figure;

        Part(String heading, ToDoubleFunction<Comparison> figure) {
            this.heading = heading;
            this.figure = figure;
        }
    }

    List<String> headings() {
        List<String> headings = new ArrayList<>(List.of(corner));
        for (String column : columns()) {
            String of = column + ": ";
            for (Part part : parts(column)) {
                headings.add(of + part.heading);
                of = "";
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
            for (Part part : parts(column)) {
                cells.add(Percent.number(found.map(part.figure::applyAsDouble).orElse(Double.NaN)));
            }
        }
        return cells;
    }

    private List<String> columns() {
        return comparisons.stream().map(Comparison::column).distinct().toList();
    }

    /** Returns the parts of which any row has a figure. */
    private List<Part> parts(String column) {
        return Stream.of(Part.values())
                .filter(part -> comparisons.stream()
                        .anyMatch(
                                each -> each.column().equals(column) && !Double.isNaN(part.figure.applyAsDouble(each))))
                .toList();
    }
}
