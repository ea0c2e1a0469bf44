// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.measure;

import java.util.Arrays;
import java.util.Collection;

/** The median of some values, and the bounds of the middle half of them. */
public record Quartiles(double lower, double median, double upper) {

    /** Takes the upper value where a quartile falls between two, as {@link Median} does; NaN if there are no values. */
    public static Quartiles of(Collection<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        int count = sorted.length;
        return count == 0
                ? new Quartiles(Double.NaN, Double.NaN, Double.NaN)
                : new Quartiles(sorted[count / 4], sorted[count / 2], sorted[3 * count / 4]);
    }
}
