// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers;

import io.nearcall.bench.papers.trips.Rounds;
import io.nearcall.bench.papers.trips.TripRow;
import io.nearcall.bench.papers.windows.WindowsFindings;
import java.util.List;
import java.util.stream.Stream;

/**
 * The results of a run. Results of two CPUs are empty if there is only one.
 *
 * @param oneCpu round trips with both JVMs on one CPU, including those in C
 * @param fresh the first round trips of JVMs, on one CPU
 * @param unevenOneCpu round trips with requests and replies of unequal length
 * @param windows round trips under Wine, if there is Wine
 */
public record Findings(
        PapersPlan plan,
        Rounds oneCpu,
        Rounds twoCpus,
        Rounds fresh,
        Rounds files,
        Rounds unevenOneCpu,
        Rounds unevenTwoCpus,
        WindowsFindings windows) {

    /** Returns all rows. */
    public List<TripRow> rows() {
        return Stream.concat(
                        Stream.of(oneCpu, twoCpus, fresh, files, unevenOneCpu, unevenTwoCpus),
                        windows.runtimes().stream().flatMap(each -> Stream.of(each.trips(), each.sends())))
                .flatMap(each -> each.rows().stream())
                .toList();
    }
}
