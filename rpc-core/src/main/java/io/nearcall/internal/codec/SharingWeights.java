// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.io.InvalidObjectException;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Counts the objects in the collections of a serialised form. Shared objects count each time. The count is the work of
 * computing a collection's hash code, for which hash tables ask when they are read with the collection in them.
 */
final class SharingWeights {

    private static final long BASE = 1 << 16;
    private static final long PER_BYTE = 4;

    private Map<Object, Long> weights;
    private long hashed;

    /** @param object complete; its contents have been checked already, unless it contains itself */
    void check(Object object, long lengthBytes) throws InvalidObjectException {
        if (!isContainer(object)) {
            return;
        }
        long weight = 1;
        if (object instanceof Collection<?> collection) {
            weight = sum(weight, collection);
        } else if (object instanceof Map<?, ?> map) {
            weight = sum(sum(weight, map.keySet()), map.values());
        } else if (object instanceof Map.Entry<?, ?> entry) {
            weight = weightOf(entry.getKey()) + weightOf(entry.getValue());
        } else if (object instanceof Optional<?> optional && optional.isPresent()) {
            weight = sum(weight, List.of(optional.get()));
        }
        add(object, weight, lengthBytes);
    }

    /** @param weight how many objects are in it, shared ones counted each time */
    void add(Object object, long weight, long lengthBytes) throws InvalidObjectException {
        if (object instanceof Set || object instanceof Map) {
            hashed += weight; // hash codes have been asked for already, but a second such object will not be read
        }
        if (weight > BASE + PER_BYTE * lengthBytes || hashed > ReferenceTable.mostHashed(lengthBytes)) {
            throw new InvalidObjectException("a " + object.getClass().getName()
                    + " contains the same objects so often that computing its hash code would take too long");
        }
        if (weights == null) {
            weights = new IdentityHashMap<>();
        }
        weights.put(object, weight);
    }

    private static boolean isContainer(Object object) {
        return (object instanceof Collection
                        || object instanceof Map
                        || object instanceof Map.Entry
                        || object instanceof Optional)
                && TravelRules.ofTheJdk(object.getClass());
    }

    private long sum(long weight, Collection<?> elements) throws InvalidObjectException {
        long sum = weight;
        for (Object element : elements) {
            sum += weightOf(element);
        }
        return sum;
    }

    private long weightOf(Object element) throws InvalidObjectException {
        Long known = weights == null ? null : weights.get(element);
        if (known != null) {
            return known;
        }
        if (isContainer(element)) {
            throw new InvalidObjectException("a " + element.getClass().getName()
                    + " contains itself, which is not permitted within a serialised form");
        }
        return 1;
    }
}
