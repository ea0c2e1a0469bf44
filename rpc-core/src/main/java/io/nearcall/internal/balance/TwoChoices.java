// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.balance;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Chooses a server for a call: of two that are picked at random among those that are welcome, the one with the smaller
 * load. After Michael Mitzenmacher, "The Power of Two Choices in Randomized Load Balancing", IEEE Transactions on
 * Parallel and Distributed Systems 12 (10), 2001.
 *
 * <p>Whoever always takes the least of all sends the calls of many clients to the same server at once, because each
 * learns late what the others do. Two random choices avoid that, and still avoid a slow server.
 */
final class TwoChoices {

    private TwoChoices() {}

    /** Returns one of the places that are welcome, or null if none is. What they tell may change at any time. */
    static <P extends Balancer.Place> P choose(List<P> places, RandomGenerator random) {
        P one = null;
        P other = null;
        int welcome = 0;
        for (int i = 0, count = places.size(); i < count; i++) {
            P place = places.get(i);
            if (!place.isWelcome()) {
                continue;
            }
            welcome++;
            // Each pair of those seen so far is kept with the same probability (reservoir sampling).
            int kept = welcome <= 2 ? welcome - 1 : random.nextInt(welcome);
            if (kept == 0) {
                one = place;
            } else if (kept == 1) {
                other = place;
            }
        }
        if (other == null) {
            return one;
        }
        long more = load(one) - load(other);
        return more < 0 || more == 0 && random.nextBoolean() ? one : other;
    }

    private static long load(Balancer.Place place) {
        return (place.inFlight() + 1L) * place.pace().times();
    }
}
