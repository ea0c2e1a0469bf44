// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

import java.util.List;

/**
 * The measurements of this package. A list is empty if its measurement was left out.
 *
 * @param slices one for each pair of JVMs
 * @param handOvers one for each pair of JVMs
 */
public record Life(List<Paced> paced, List<ColdSlices> slices, List<HandOver> handOvers) {

    /** Nothing was measured. */
    public static final Life NONE = new Life(List.of(), List.of(), List.of());
}
