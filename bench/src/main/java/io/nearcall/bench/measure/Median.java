// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.measure;

import java.util.Collection;
import java.util.List;

/** The median, as the whole harness takes it. Of an even number of values it takes the less flattering middle one. */
public final class Median {

    private Median() {}

    /** Returns the upper of two middle values, which is right where less is better; NaN if there are no values. */
    public static double of(Collection<Double> values) {
        return Quartiles.of(values).median();
    }

    /** Returns the lower of two middle values, which is right where more is better; NaN if there are no values. */
    public static double lower(Collection<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.isEmpty() ? Double.NaN : sorted.get((sorted.size() - 1) / 2);
    }
}
