// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

import java.util.List;

/**
 * What was measured here; a list is empty where that was left out.
 *
 * @param slices one for each pair of JVMs
 * @param handOvers one for each pair of JVMs
 */
public record Life(List<Paced> paced, List<ColdSlices> slices, List<HandOver> handOvers) {

    /** Nothing was. */
    public static final Life NONE = new Life(List.of(), List.of(), List.of());
}
