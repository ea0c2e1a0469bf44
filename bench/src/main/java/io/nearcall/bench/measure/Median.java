// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.measure;

import java.util.Collection;

/** The median, as this harness takes it everywhere. */
public final class Median {

    private Median() {}

    /** Of an even number of values the upper one in the middle, which flatters nobody; NaN of none. */
    public static double of(Collection<Double> values) {
        return Quartiles.of(values).median();
    }
}
