// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

import java.util.List;

/**
 * The CPUs on which client and server may run.
 *
 * @param client in the format of taskset; empty for all CPUs
 */
record Cpus(String client, String server) {

    static final Cpus ALL = new Cpus("", "");

    /** Returns a CPU for each side: the first and the second of these. */
    static Cpus bound(List<String> cpus) {
        return new Cpus(cpus.get(0), cpus.get(1));
    }

    /** Returns the same CPUs for both sides. */
    static Cpus shared(String cpus) {
        return new Cpus(cpus, cpus);
    }

    boolean areBound() {
        return !client.equals(server);
    }
}
