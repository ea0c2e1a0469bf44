// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.start;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What fresh JVMs of one kind did until their first result.
 *
 * @param totalMs median over the JVMs of the time from start to result
 * @param phases in order; their medians need not add up to that of the whole
 */
public record ColdStart(
        String system, int jvms, double totalMs, double shortestMs, double longestMs, List<Phase> phases) {

    /** One line, with the breakdown. */
    public String text() {
        String breakdown = phases.stream()
                .map(phase -> String.format(Locale.ROOT, "%s %.0f", phase.name(), phase.ms()))
                .collect(Collectors.joining(", "));
        return String.format(Locale.ROOT, "cold start: %-18s %.0f ms (%s)", system, totalMs, breakdown);
    }

    /** One phase, in the median JVM by that phase. */
    public record Phase(String name, double ms) {}
}
