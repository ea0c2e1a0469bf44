// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.reference;

import io.nearcall.internal.wire.ControlMessage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a peer must still be told of the objects that were given up: one entry with sums for each object. Not
 * thread-safe.
 */
public final class UntoldReleases {

    /* The peer chooses the ids, and could choose ids that collide. A HashMap finds colliding Integers in a tree. */

    private final int maxObjects;
    private Map<Integer, ControlMessage.Release> sums = new LinkedHashMap<>();

    /** @param maxObjects how many objects of the peer this side may refer to, and so give up */
    public UntoldReleases(int maxObjects) {
        this.maxObjects = maxObjects;
    }

    /**
     * Adds to what the peer must be told of an object; see {@link SentReferences#released}.
     *
     * @return false if there are more objects than {@code maxObjects}: the peer has made some of them up, or allows
     *     more
     */
    public boolean add(int id, long received, long sentHome) {
        ControlMessage.Release known = sums.get(id);
        sums.put(
                id,
                known == null
                        ? new ControlMessage.Release(id, received, sentHome)
                        : new ControlMessage.Release(id, known.received() + received, known.sentHome() + sentHome));
        return sums.size() <= maxObjects;
    }

    public boolean isEmpty() {
        return sums.isEmpty();
    }

    /** Returns the oldest entries, at most {@code most}; the same again until {@link #told}. */
    public List<ControlMessage.Release> next(int most) {
        return sums.values().stream().limit(most).toList();
    }

    /** Removes entries that {@link #next} has returned, and to which nothing was added since. */
    public void told(List<ControlMessage.Release> releases) {
        releases.forEach(release -> sums.remove(release.objectId()));
        if (sums.isEmpty()) {
            clear();
        }
    }

    /** Forgets all entries, and how many there were: the table of a map never shrinks. */
    public void clear() {
        sums = new LinkedHashMap<>();
    }
}
