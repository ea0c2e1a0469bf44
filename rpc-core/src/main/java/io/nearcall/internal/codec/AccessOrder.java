// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.util.LinkedHashMap;
import java.util.Map;

/** Tells whether a map keeps its entries in the order of their last use. */
final class AccessOrder {

    /* No method of the map tells the order. Using an entry to find out would change a map that other threads may read.
     * A clone keeps the kind of order and may be changed. It costs about a tenth of what writing and reading the map
     * costs. */

    private static final Object[] KEYS = {new Object(), new Object()};

    private AccessOrder() {}

    /** Returns false for an application's subclasses, which have serialised forms of their own. */
    static boolean isOf(Object object) {
        return object.getClass() == LinkedHashMap.class && isOf((LinkedHashMap<?, ?>) object);
    }

    private static boolean isOf(LinkedHashMap<?, ?> map) {
        @SuppressWarnings("unchecked") // nobody else has it
        Map<Object, Object> clone = (Map<Object, Object>) map.clone();
        for (int i = 0; clone.size() < 2; i++) {
            clone.put(KEYS[i], null);
        }
        Object first = clone.keySet().iterator().next();
        clone.get(first);
        return clone.keySet().iterator().next() != first;
    }
}
