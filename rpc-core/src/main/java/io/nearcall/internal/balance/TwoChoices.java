// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.balance;

import java.util.random.RandomGenerator;

/**
 * Chooses a server for a call: of two that are picked at random among those that are ready, the one with the smaller
 * load. After Michael Mitzenmacher, "The Power of Two Choices in Randomized Load Balancing", IEEE Transactions on
 * Parallel and Distributed Systems 12 (10), 2001.
 *
 * <p>Whoever always takes the least of all sends the calls of many clients to the same server at once, because each
 * learns late what the others do. Two random choices avoid that, and still avoid a slow server.
 */
public final class TwoChoices {

    /** In place of a server: none is ready. */
    public static final int NONE = -1;

    private TwoChoices() {}

    /** Those among which there is a choice, numbered from 0. What they tell may change at any time. */
    public interface Servers {
        int count();

        boolean isReady(int server);

        long load(int server);
    }

    /** Returns the number of a server, or {@link #NONE}. */
    public static int choose(Servers servers, RandomGenerator random) {
        int one = NONE;
        int other = NONE;
        int ready = 0;
        for (int i = 0, count = servers.count(); i < count; i++) {
            if (!servers.isReady(i)) {
                continue;
            }
            ready++;
            // Each pair of those seen so far is kept with the same probability (reservoir sampling).
            int kept = ready <= 2 ? ready - 1 : random.nextInt(ready);
            if (kept == 0) {
                one = i;
            } else if (kept == 1) {
                other = i;
            }
        }
        if (other == NONE) {
            return one;
        }
        long more = servers.load(one) - servers.load(other);
        return more < 0 || more == 0 && random.nextBoolean() ? one : other;
    }
}
