// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.util.LinkedHashMap;
import java.util.Map;

/** Whether a map's entries are in the order in which they were last used. */
final class AccessOrder {

    /* No method of the map tells, and to use an entry and look would change a map that other threads may be reading. A clone
     * keeps the order's kind, and may be changed. It costs about a tenth of what the map costs to be written and read. */

    private static final Object[] KEYS = {new Object(), new Object()};

    private AccessOrder() {}

    /** False for subclasses of the application, which have serialised forms of their own. */
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
