// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.measure;

import java.util.Collection;
import java.util.Comparator;

/** The bounds of the values of all pairs. They are shown beside the median. */
public record Range(double least, double most) {

    /** Returns null if there are no values. */
    public static Range of(Collection<Double> values) {
        return values.isEmpty()
                ? null
                : new Range(
                        values.stream().min(Comparator.naturalOrder()).orElseThrow(),
                        values.stream().max(Comparator.naturalOrder()).orElseThrow());
    }
}
