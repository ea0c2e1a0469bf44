// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.measure;

import java.util.Arrays;
import java.util.Collection;

/** The median of some values, and between what the middle half of them lies. */
public record Quartiles(double lower, double median, double upper) {

    /** Of values between two places the upper one, as {@link Median} takes it; NaN of none. */
    public static Quartiles of(Collection<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        int count = sorted.length;
        return count == 0
                ? new Quartiles(Double.NaN, Double.NaN, Double.NaN)
                : new Quartiles(sorted[count / 4], sorted[count / 2], sorted[3 * count / 4]);
    }
}
