// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.LongStream;

/** Whether a good client's calls suffer more from an attack than from as many threads that compute. */
record Comparison(List<Round> rounds) {

    /* Latencies of two noisy CPUs differ from second to second. The two slices of a round are next to each other, so the
     * ratio of their percentiles is compared, round by round. If attacked calls really were at most twice as slow, each
     * ratio would be above two with a probability of a half at most. Calls count as starved only if so many ratios are above
     * two that this happens once in twenty such campaigns, at most. With five rounds these are all of them. */

    private static final double WORST_RATIO = 2;
    private static final double CHANCE = 0.05;
    private static final double NS_PER_US = 1e3;

    boolean isStarved() {
        long above =
                rounds.stream().filter(round -> round.ratio() > WORST_RATIO).count();
        return above >= leastAbove(rounds.size());
    }

    /** The smallest number of heads of so many tosses that is reached with a probability of a twentieth at most. */
    static int leastAbove(int tosses) {
        double atLeast = 0;
        double exactly = Math.pow(0.5, tosses); // all are heads
        int heads = tosses;
        while (heads > 0 && atLeast + exactly <= CHANCE) {
            atLeast += exactly;
            exactly *= (double) heads / (tosses - heads + 1);
            heads--;
        }
        return heads + 1;
    }

    /** All latencies of one kind, sorted. */
    long[] all(Function<Round, long[]> latencies) {
        return rounds.stream()
                .map(latencies)
                .flatMapToLong(LongStream::of)
                .sorted()
                .toArray();
    }

    private double ratio(double quantile) {
        double[] sorted = rounds.stream().mapToDouble(Round::ratio).sorted().toArray();
        return sorted[(int) Math.round(quantile * (sorted.length - 1))];
    }

    @Override
    public String toString() {
        return String.format(
                "p99 of a neighbour's calls: %.0f us, and %.0f us beside a process that computes. The ratio of a round was"
                        + " %.2f, from %.2f to %.2f in %d rounds",
                Round.p99Ns(all(Round::attackedNs)) / NS_PER_US,
                Round.p99Ns(all(Round::besideComputingNs)) / NS_PER_US,
                ratio(0.5),
                ratio(0),
                ratio(1),
                rounds.size());
    }

    /** One line for each call: the number of its round, the load beside it, and its latency. */
    void writeTo(Path file) throws IOException {
        StringBuilder text = new StringBuilder("round,beside,us\n");
        for (int i = 0; i < rounds.size(); i++) {
            append(text, i, "attack", rounds.get(i).attackedNs());
            append(text, i, "computing", rounds.get(i).besideComputingNs());
        }
        Files.writeString(file, text);
    }

    private static void append(StringBuilder text, int round, String beside, long[] latenciesNs) {
        for (long latencyNs : latenciesNs) {
            text.append(round)
                    .append(',')
                    .append(beside)
                    .append(',')
                    .append(latencyNs / NS_PER_US)
                    .append('\n');
        }
    }
}
