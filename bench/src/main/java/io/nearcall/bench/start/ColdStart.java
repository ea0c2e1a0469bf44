// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.start;

import io.nearcall.bench.measure.Median;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What fresh JVMs of one kind did until their first result.
 *
 * @param ofEachRoundMs the time from start to result of each JVM, in the order of the rounds
 * @param phases in order; the sum of their medians may differ from the median of the whole
 */
public record ColdStart(String system, List<Double> ofEachRoundMs, List<Phase> phases) {

    public int jvms() {
        return ofEachRoundMs.size();
    }

    /** Returns the median over the JVMs. */
    public double totalMs() {
        return Median.of(ofEachRoundMs);
    }

    public double shortestMs() {
        return Collections.min(ofEachRoundMs);
    }

    public double longestMs() {
        return Collections.max(ofEachRoundMs);
    }

    /** Returns how many times as long this start took as the other start of the same round. */
    public List<Double> ratiosTo(ColdStart other) {
        return IntStream.range(0, jvms())
                .mapToObj(round -> ofEachRoundMs.get(round) / other.ofEachRoundMs.get(round))
                .toList();
    }

    /** Returns one line, with the breakdown. */
    public String text() {
        String breakdown = phases.stream()
                .map(phase -> String.format(Locale.ROOT, "%s %.1f", phase.name(), phase.ms()))
                .collect(Collectors.joining(", "));
        return String.format(Locale.ROOT, "cold start: %-33s %.0f ms (%s)", system, totalMs(), breakdown);
    }

    /** One phase: the median over the JVMs. */
    public record Phase(String name, double ms) {}
}
