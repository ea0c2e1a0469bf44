// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.trips;

/**
 * Where the two JVMs run.
 *
 * @param name as it stands in tables
 * @param serverCpus as taskset takes them
 */
public record Placement(String name, String serverCpus, String clientCpus) {

    /** Both on one: a wake-up is a switch, and what the mechanism costs can be seen. */
    public static Placement oneCpu(String cpu) {
        return new Placement("one CPU", cpu, cpu);
    }

    /** Each on its own: a wake-up on another CPU costs more than all else. */
    public static Placement twoCpus(String server, String client) {
        return new Placement("two CPUs", server, client);
    }
}
