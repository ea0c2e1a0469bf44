// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import io.nearcall.bench.measure.Median;
import java.util.List;

/**
 * One measurement of a load.
 *
 * @param system what carried the load, or a side of it
 * @param quantity what was measured, with its unit
 * @param values the values of all turns, in their order; one value if there are no turns
 */
public record LoadFigure(String load, String system, String quantity, List<Double> values) {

    public double median() {
        return Median.of(values);
    }

    public double least() {
        return values.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
    }

    public double most() {
        return values.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
    }

    /** Returns whether the figure is not about calls, but about the baseline of calls. */
    public boolean isBaseline() {
        return system.equals(RingDelivery.NAME);
    }

    boolean is(String otherLoad, String otherSystem, String otherQuantity) {
        return load.equals(otherLoad) && system.equals(otherSystem) && quantity.equals(otherQuantity);
    }
}
