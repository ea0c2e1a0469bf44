// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.balance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/**
 * The places of a large service that one client uses: those with the highest weights, which follow from the client and the
 * place alone. After David Thaler and Chinya Ravishankar, "Using Name-Based Mappings to Increase Hit Rates", IEEE/ACM
 * Transactions on Networking 6 (1), 1998.
 */
public final class Subset {

    /* If every client had a session with every server, the sessions of a server would grow with the number of clients, and
     * those of a client with the number of servers. With weights, each client has its own subset, all servers are in as
     * many subsets by expectation, and a server that comes or goes changes no more of a subset than one place. A server
     * that is away keeps its place, so the subsets are the same after all servers were restarted. */

    /** The multiplier of the hash function FNV-1a, which spreads similar names. */
    private static final long PRIME = 0x100000001b3L;

    private Subset() {}

    /** Returns at most so many of the places, in their order. */
    public static List<String> of(List<String> places, UUID client, int most) {
        if (places.size() <= most) {
            return places;
        }
        long seed = mixed(client.getMostSignificantBits() ^ mixed(client.getLeastSignificantBits()));
        long[] weights = new long[places.size()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = weight(seed, places.get(i));
        }
        long[] sorted = weights.clone();
        Arrays.sort(sorted);
        long least = sorted[sorted.length - most];
        List<String> subset = new ArrayList<>(most);
        for (int i = 0; i < weights.length && subset.size() < most; i++) {
            if (weights[i] >= least) {
                subset.add(places.get(i));
            }
        }
        return subset;
    }

    private static long weight(long seed, String place) {
        long hash = seed;
        for (int i = 0; i < place.length(); i++) {
            hash = (hash ^ place.charAt(i)) * PRIME;
        }
        return mixed(hash);
    }

    /** Each bit depends on all bits: the finalizer of the generator SplitMix64. */
    private static long mixed(long bits) {
        long mixed = (bits ^ bits >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }
}
