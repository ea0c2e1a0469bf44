// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

import java.util.List;

/**
 * The measurements of this package. A list is empty if its measurement was left out.
 *
 * @param slices one for each pair of JVMs
 * @param handOvers one for each pair of JVMs
 * @param rmiSamples one for each run of the sample
 */
public record Life(List<Paced> paced, List<ColdSlices> slices, List<HandOver> handOvers, List<RmiSample> rmiSamples) {

    /** Nothing was measured. */
    public static final Life NONE = new Life(List.of(), List.of(), List.of(), List.of());

    /** Runs that were kept from the time before there were samples have none. */
    public Life {
        rmiSamples = rmiSamples == null ? List.of() : rmiSamples;
    }
}
