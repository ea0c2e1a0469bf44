// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.trips;

import io.nearcall.bench.papers.mechanism.Shape;
import java.util.Arrays;

/**
 * The time of a round trip in a burst.
 *
 * @param system the title of a mechanism, or of what else is measured beside them
 */
public record Burst(String system, Shape shape, double medianNs, double meanNs) {

    /** @param timesNs the time of each trip; the first is left out, as in the papers */
    public static Burst of(String system, Shape shape, double[] timesNs) {
        double[] counted = Arrays.copyOfRange(timesNs, 1, timesNs.length);
        double meanNs = Arrays.stream(counted).average().orElse(Double.NaN);
        Arrays.sort(counted);
        return new Burst(system, shape, counted[counted.length / 2], meanNs);
    }
}
