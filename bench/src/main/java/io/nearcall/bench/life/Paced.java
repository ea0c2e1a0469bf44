// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

/**
 * What paced orders over one system took, from the first call of two fresh JVMs on.
 *
 * @param bound whether client and server had a CPU each; otherwise both may use all
 * @param windowMs as many calls as this has periods make a window
 */
public record Paced(String system, int perSecond, boolean bound, long windowMs, PacedTimes times) {

    /** The name of the two processes in C that sleep on a futex. */
    public static final String IN_C = "futex-c";

    private static final String BOUND = "-bound";

    /** As the system stands in plots: the same name in either place would be one line. */
    public String line() {
        return bound ? system + BOUND : system;
    }

    /** Where both sides may run, in words. */
    public String cpus() {
        return bound ? "a CPU each" : "all CPUs";
    }

    public boolean is(String otherSystem, int otherPerSecond, boolean otherBound) {
        return system.equals(otherSystem) && perSecond == otherPerSecond && bound == otherBound;
    }
}
