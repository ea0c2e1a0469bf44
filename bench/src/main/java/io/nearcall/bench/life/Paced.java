// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

/**
 * The times of paced orders over one system, from the first call of two fresh JVMs on.
 *
 * @param bound whether client and server had a CPU each; otherwise both could use all CPUs
 * @param windowMs a window has as many calls as this time has periods
 */
public record Paced(String system, int perSecond, boolean bound, long windowMs, PacedTimes times) {

    /** The name of the two processes in C that sleep on a futex. */
    public static final String IN_C = "futex-c";

    private static final String BOUND = "-bound";

    /** Returns the system's name in plots. With the same name in both places, its lines would be one. */
    public String line() {
        return bound ? system + BOUND : system;
    }

    /** Returns where both sides may run, in words. */
    public String cpus() {
        return bound ? "a CPU each" : "all CPUs";
    }

    public boolean is(String otherSystem, int otherPerSecond, boolean otherBound) {
        return system.equals(otherSystem) && perSecond == otherPerSecond && bound == otherBound;
    }
}
