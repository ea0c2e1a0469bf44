// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.windows;

/**
 * How long a run under Wine takes.
 *
 * @param pairs fresh pairs of JVMs, on each version of Java
 * @param rounds rounds of each pair
 */
public record WindowsPlan(int pairs, int rounds) {

    /** Half a minute: shows that everything works. */
    public static final WindowsPlan QUICK = new WindowsPlan(1, 3);

    /** A minute. */
    public static final WindowsPlan LONG = new WindowsPlan(3, 20);

    /** Ten count, as in the paper; the first does not. */
    static final int TRIPS = 11;

    /** Returns a line for the head of the page. */
    public String text() {
        return "Windows   under Wine, " + pairs + " fresh pairs of JVMs on each version of Java, " + rounds
                + " rounds each, bursts of " + TRIPS + " round trips of which the first is left out";
    }
}
