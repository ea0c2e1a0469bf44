// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

import java.util.List;

/** Where client and server have to share CPUs. */
public enum HandOverPlace {
    ONE_CPU("both sides on one CPU", 1, false),
    BESIDE_COMPUTING("two CPUs, a computing thread beside", 2, true);

    private final String title;
    private final int cpus;
    private final boolean computing;

    HandOverPlace(String title, int cpus, boolean computing) {
        this.title = title;
        this.cpus = cpus;
        this.computing = computing;
    }

    public String title() {
        return title;
    }

    /** Returns those of the CPUs that client, server and computing threads may use, in the format of taskset. */
    String cpus(List<String> all) {
        return String.join(",", all.subList(0, cpus));
    }

    boolean hasComputing() {
        return computing;
    }
}
