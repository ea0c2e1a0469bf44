// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.reference;

import io.nearcall.internal.wire.ControlMessage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What has still to be told to a peer of the objects that were given up: for each object one entry, with sums. Not thread-safe. */
public final class UntoldReleases {

    /* The peer chooses the ids, and could choose ids that collide. A HashMap finds an Integer among such in a tree. */

    private final int maxObjects;
    private Map<Integer, Sums> sums = new LinkedHashMap<>();

    private static final class Sums {
        long received;
        long sentHome;
    }

    /** @param maxObjects of the peer that this side may refer to, and so give up */
    public UntoldReleases(int maxObjects) {
        this.maxObjects = maxObjects;
    }

    /**
     * Adds to what is to be told of an object; see {@link SentReferences#released}.
     *
     * @return false if these are more objects than that: the peer has made some of them up, or allows more
     */
    public boolean add(int id, long received, long sentHome) {
        Sums known = sums.computeIfAbsent(id, unknown -> new Sums());
        known.received += received;
        known.sentHome += sentHome;
        return sums.size() <= maxObjects;
    }

    public boolean isEmpty() {
        return sums.isEmpty();
    }

    /** The oldest entries, so many at most; the same again until {@link #told}. */
    public List<ControlMessage.Release> next(int most) {
        return sums.entrySet().stream()
                .limit(most)
                .map(entry -> new ControlMessage.Release(
                        entry.getKey(), entry.getValue().received, entry.getValue().sentHome))
                .toList();
    }

    /** Removes entries that {@link #next} gave, and that nothing was added to since. */
    public void told(List<ControlMessage.Release> releases) {
        releases.forEach(release -> sums.remove(release.objectId()));
        if (sums.isEmpty()) {
            clear();
        }
    }

    /** Forgets all, and how many there were: the table of a map never shrinks. */
    public void clear() {
        sums = new LinkedHashMap<>();
    }
}
