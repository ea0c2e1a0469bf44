// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.measure;

import java.util.Arrays;
import java.util.Collection;

/** The median, as this harness takes it everywhere. */
public final class Median {

    private Median() {}

    /** Of an even number of values the upper one in the middle, which flatters nobody; NaN of none. */
    public static double of(Collection<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
    }
}
