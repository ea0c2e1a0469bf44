// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.measure;

import java.util.Collection;
import java.util.List;

/** The median, as this harness takes it everywhere: of an even number of values the one that flatters nobody. */
public final class Median {

    private Median() {}

    /** Of two in the middle the upper one, as it should be where less is better; NaN of none. */
    public static double of(Collection<Double> values) {
        return Quartiles.of(values).median();
    }

    /** Of two in the middle the lower one, as it should be where more is better; NaN of none. */
    public static double lower(Collection<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.isEmpty() ? Double.NaN : sorted.get((sorted.size() - 1) / 2);
    }
}
