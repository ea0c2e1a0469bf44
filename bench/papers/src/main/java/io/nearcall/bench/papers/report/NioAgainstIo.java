// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.report;

import io.nearcall.bench.papers.mechanism.Family;
import io.nearcall.bench.papers.mechanism.Mechanism;
import io.nearcall.bench.papers.mechanism.Shape;
import io.nearcall.bench.papers.published.Fischer2024;
import io.nearcall.bench.papers.trips.Rounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The part of java.io's time that the NIO way takes at each of Fischer's lengths, and how small it can be at best. */
final class NioAgainstIo {

    private final List<Shape> shapes;

    /** @param lengthsBytes from the shortest to the longest */
    NioAgainstIo(List<Integer> lengthsBytes) {
        shapes = lengthsBytes.stream().map(Shape::even).toList();
    }

    static Mechanism older(Family family) {
        return ways(family, Mechanism.Way.JAVA_IO).get(0);
    }

    static Mechanism nio(Family family) {
        return ways(family, Mechanism.Way.NIO).get(0);
    }

    private static List<Mechanism> ways(Family family, Mechanism.Way way) {
        return Mechanism.where(each -> each.family() == family && each.way() == way);
    }

    /** Returns per cent of the other's time: the mean over all lengths, and the shortest and the longest message. */
    Fischer2024.Percents percents(Rounds rounds, String own, String other) {
        double[] percents = shapes.stream()
                .mapToDouble(shape -> 100 * rounds.ratio(own, other, shape).median())
                .toArray();
        double sum = 0;
        for (double each : percents) {
            sum += each;
        }
        return new Fischer2024.Percents(sum / percents.length, percents[0], percents[percents.length - 1]);
    }

    /** Returns the mean over all lengths, for each pair of JVMs. */
    List<Double> meanOfEachPair(Rounds rounds, Family family) {
        List<List<Double>> pairsOfLengths = shapes.stream()
                .map(shape -> rounds.ratioOfEachPair(
                        nio(family).title(), older(family).title(), shape))
                .toList();
        List<Double> means = new ArrayList<>();
        for (int pair = 0; pair < pairsOfLengths.get(0).size(); pair++) {
            double sum = 0;
            for (List<Double> pairs : pairsOfLengths) {
                sum += pairs.get(pair);
            }
            means.add(100 * sum / shapes.size());
        }
        return means;
    }

    /** Explains why NIO does not save as much as in the paper, if it does not. No call from Java saves what C takes. */
    Optional<String> explanation(Rounds rounds, Fischer2024.Row row) {
        Family family = row.family();
        double here =
                percents(rounds, nio(family).title(), older(family).title()).mean();
        double published = row.nioOfOlder().mean();
        if (!(here > published)) {
            return Optional.empty();
        }
        double inC = inC(rounds, family);
        return Optional.of(String.format(
                Locale.ROOT,
                "%s: NIO takes %s of java.io's time, not %s. %s in C, without any Java, takes %s of it: %s.",
                family.title(),
                Percent.text(here),
                Percent.text(published),
                family == Family.MEMORY
                        ? "The cheapest round trip between two processes by any of these mechanisms"
                        : "The same round trip between two processes",
                Percent.text(inC),
                inC > published
                        ? "that is the kernel's part, which no way of calling it can save, so the published share cannot be "
                                + "reached on this machine"
                        : "the published share could be reached, and is not"));
    }

    /**
     * Returns the mean part of java.io's time. Memory can be used without semaphores, but even then the processes have
     * to switch. So the bound of memory is the mechanism that switches best.
     */
    private double inC(Rounds rounds, Family family) {
        List<Family> bounds = family == Family.MEMORY ? List.of(Family.values()) : List.of(family);
        return shapes.stream()
                .mapToDouble(shape -> bounds.stream()
                        .mapToDouble(each -> 100
                                * rounds.ratio(each.titleInC(), older(family).title(), shape)
                                        .median())
                        .min()
                        .orElse(Double.NaN))
                .average()
                .orElse(Double.NaN);
    }
}
