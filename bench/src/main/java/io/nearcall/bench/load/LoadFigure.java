// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import io.nearcall.bench.measure.Median;
import java.util.List;

/**
 * Something that was measured of a load.
 *
 * @param system what bore the load, or the side of it
 * @param quantity what was measured, with its unit
 * @param values of each turn, in their order; one where there are no turns
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

    /** Whether it is of no call, but of what calls are compared with. */
    public boolean isBaseline() {
        return system.equals(RingDelivery.NAME);
    }

    boolean is(String otherLoad, String otherSystem, String otherQuantity) {
        return load.equals(otherLoad) && system.equals(otherSystem) && quantity.equals(otherQuantity);
    }
}
