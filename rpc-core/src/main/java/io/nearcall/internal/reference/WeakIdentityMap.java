// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.reference;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.HashMap;
import java.util.Map;

/** A map of objects by identity, which does not keep them alive. Any thread. */
public final class WeakIdentityMap<V> {

    private final ReferenceQueue<Object> collected = new ReferenceQueue<>();
    private final Map<WeakKey, V> values = new HashMap<>();

    public synchronized void put(Object object, V value) {
        removeCollected();
        values.put(new WeakKey(object, collected), value);
    }

    private void removeCollected() {
        for (Reference<?> key = collected.poll(); key != null; key = collected.poll()) {
            values.remove(key);
        }
    }

    /** The object's value, or null. */
    public synchronized V get(Object object) {
        if (values.isEmpty()) {
            return null;
        }
        removeCollected();
        return values.get(new WeakKey(object, null));
    }

    synchronized void remove(Object object) {
        values.remove(new WeakKey(object, null));
    }
}
