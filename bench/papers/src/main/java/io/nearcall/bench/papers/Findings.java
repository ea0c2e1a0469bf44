// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers;

import io.nearcall.bench.papers.trips.Rounds;
import io.nearcall.bench.papers.trips.TripRow;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a run found out. What is of two CPUs is empty where there is only one.
 *
 * @param oneCpu round trips, both JVMs on one CPU; those in C are there, too
 * @param fresh the first round trips of JVMs, on one CPU
 * @param unevenOneCpu round trips with requests and replies of unequal length
 */
public record Findings(
        PapersPlan plan,
        Rounds oneCpu,
        Rounds twoCpus,
        Rounds fresh,
        Rounds files,
        Rounds unevenOneCpu,
        Rounds unevenTwoCpus) {

    /** All there is. */
    public List<TripRow> rows() {
        return Stream.of(oneCpu, twoCpus, fresh, files, unevenOneCpu, unevenTwoCpus)
                .flatMap(each -> each.rows().stream())
                .toList();
    }
}
