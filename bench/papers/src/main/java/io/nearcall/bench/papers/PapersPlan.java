// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers;

import io.nearcall.bench.papers.published.Fischer2024;
import io.nearcall.bench.papers.published.Kumon2017;
import java.util.List;

/**
 * How long a run takes.
 *
 * @param pairs fresh pairs of JVMs in each placement
 * @param rounds rounds of each pair, in each placement
 * @param limitS after this time a pair begins no further round, so a busy machine does not take for ever
 * @param trips trips of a burst; the first is left out
 * @param warmMs how long each mechanism is warmed up at each length, by itself
 * @param freshPairs pairs of each mechanism whose first round trips are measured
 * @param stepsBytes Fischer's lengths
 * @param kumon rows of Kumo&#324;'s that are repeated
 * @param kumonRounds rounds of each row up to 1 MiB
 */
public record PapersPlan(
        int pairs,
        int rounds,
        int limitS,
        int trips,
        int warmMs,
        int freshPairs,
        List<Integer> stepsBytes,
        List<Kumon2017.Row> kumon,
        int kumonRounds) {

    /** Under a minute: shows that everything works, and how the page looks. */
    public static final PapersPlan QUICK = new PapersPlan(
            1,
            5,
            3,
            20,
            20,
            1,
            List.of(1_024, 10_240, 20_480, 40_960),
            List.of(0, 3, 8, 12).stream().map(Kumon2017.ROWS::get).toList(),
            1);

    /** Under ten minutes. */
    public static final PapersPlan LONG = new PapersPlan(3, 20, 45, 20, 100, 3, Fischer2024.BYTES, Kumon2017.ROWS, 5);

    /** Returns a line for the head of the page. */
    public String text() {
        return "runs      " + pairs + " fresh pairs of JVMs in each placement, up to " + rounds + " rounds in " + limitS
                + " s each, bursts of "
                + trips + " round trips of which the first is left out, after " + warmMs
                + " ms of warm-up for each mechanism and length";
    }
}
