// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.windows;

import io.nearcall.bench.papers.trips.Rounds;
import java.util.List;

/**
 * What was measured under Wine.
 *
 * @param missing why nothing was measured; empty if something was
 * @param runtimes one for each version of Java
 */
public record WindowsFindings(String missing, List<OnJava> runtimes) {

    /**
     * @param trips until the same bytes are back
     * @param sends until the call that sends returns
     */
    public record OnJava(int version, Rounds trips, Rounds sends) {}

    static WindowsFindings none(String missing) {
        return new WindowsFindings(missing, List.of());
    }
}
