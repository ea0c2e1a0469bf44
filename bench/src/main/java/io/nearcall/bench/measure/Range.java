// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.measure;

import java.util.Collection;
import java.util.Comparator;

/** Between what the values of all pairs lie: it is shown beside their median. */
public record Range(double least, double most) {

    /** Null of none. */
    public static Range of(Collection<Double> values) {
        return values.isEmpty()
                ? null
                : new Range(
                        values.stream().min(Comparator.naturalOrder()).orElseThrow(),
                        values.stream().max(Comparator.naturalOrder()).orElseThrow());
    }
}
