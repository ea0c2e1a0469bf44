// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.start;

import java.util.List;

/**
 * What fresh JVMs of one kind did until their first result.
 *
 * @param totalMs median over the JVMs of the time from start to result
 * @param phases in order; their medians need not add up to that of the whole
 */
public record ColdStart(
        String system, int jvms, double totalMs, double shortestMs, double longestMs, List<Phase> phases) {

    /** One phase, in the median JVM by that phase. */
    public record Phase(String name, double ms) {}
}
