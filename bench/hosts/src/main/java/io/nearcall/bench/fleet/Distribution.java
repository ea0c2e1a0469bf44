// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.fleet;

import java.util.List;

/** How values are spread: those of all servers, for example. */
record Distribution(double mean, double variation, List<Double> sorted) {

    static Distribution of(List<Double> values) {
        double mean = values.stream().mapToDouble(each -> each).average().orElse(Double.NaN);
        double squares = values.stream()
                .mapToDouble(each -> (each - mean) * (each - mean))
                .average()
                .orElse(Double.NaN);
        return new Distribution(
                mean, Math.sqrt(squares) / mean, values.stream().sorted().toList());
    }

    /** The value that so many of a hundred do not exceed. */
    double percentile(double percentage) {
        return sorted.get((int) Math.round(percentage / 100 * (sorted.size() - 1)));
    }
}
