// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.trips;

/**
 * Where the two JVMs run.
 *
 * @param name the name in tables
 * @param serverCpus in the format of taskset
 */
public record Placement(String name, String serverCpus, String clientCpus) {

    /** Both JVMs on one CPU: a wake-up is a switch, and the cost of the mechanism shows. */
    public static Placement oneCpu(String cpu) {
        return new Placement("one CPU", cpu, cpu);
    }

    /** Each JVM on its own CPU: a wake-up on another CPU costs more than everything else. */
    public static Placement twoCpus(String server, String client) {
        return new Placement("two CPUs", server, client);
    }
}
