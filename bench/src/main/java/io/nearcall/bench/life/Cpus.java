// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

import java.util.List;

/**
 * Where client and server may run.
 *
 * @param client as taskset takes them; empty for all
 */
record Cpus(String client, String server) {

    static final Cpus ALL = new Cpus("", "");

    /** Each on a CPU of its own: the first and the second of these. */
    static Cpus bound(List<String> cpus) {
        return new Cpus(cpus.get(0), cpus.get(1));
    }

    /** Both on these. */
    static Cpus shared(String cpus) {
        return new Cpus(cpus, cpus);
    }

    boolean areBound() {
        return !client.equals(server);
    }
}
