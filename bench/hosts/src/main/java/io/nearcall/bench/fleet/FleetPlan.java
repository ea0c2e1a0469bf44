// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.fleet;

/**
 * A fleet and its load.
 *
 * @param clients each with calls at random moments, which do not wait for each other
 * @param callsPerSecond of each client, on average
 * @param sessions with how many servers each client has a session at most
 * @param evenFactor how much more the calls of the servers may vary than before an event, for them to be even again: chance
 *     alone makes it vary more where there are few servers
 * @param seed of all random numbers
 */
record FleetPlan(int servers, int clients, double callsPerSecond, int sessions, double evenFactor, long seed) {

    /** What a call takes at a server on average, with an exponential distribution. */
    static final long SERVICE_NS = 10_000_000;

    /** How many calls a server runs at once. The others wait there. */
    static final int CALLS_AT_ONCE = 8;

    /** The way from one side to the other. */
    static final long WAY_NS = 250_000;

    /** What a new session costs a server. It makes one after the other. */
    static final long HANDSHAKE_NS = 2_000_000;

    /** Between the end of a server that is restarted and its return. */
    static final long RESTART_NS = 2_000_000_000;

    /** Within what time a host that has vanished is noticed. */
    static final long SILENCE_NS = 15_000_000_000L;

    private static final double EVEN = 1.1;
    private static final double EVEN_IN_SMALL = 1.5;

    static FleetPlan large(int sessions, long seed) {
        return new FleetPlan(1_000, 10_000, 20, sessions, EVEN, seed);
    }

    static FleetPlan small(int sessions, long seed) {
        return new FleetPlan(50, 500, 20, sessions, EVEN_IN_SMALL, seed);
    }
}
