// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.reference;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.HashSet;
import java.util.Set;

/** A set of objects by identity, which does not keep them alive. Any thread. */
final class WeakIdentitySet {

    private final ReferenceQueue<Object> collected = new ReferenceQueue<>();
    private final Set<WeakKey> keys = new HashSet<>();

    synchronized void add(Object object) {
        for (Reference<?> key = collected.poll(); key != null; key = collected.poll()) {
            keys.remove(key);
        }
        keys.add(new WeakKey(object, collected));
    }

    synchronized void remove(Object object) {
        keys.remove(new WeakKey(object, null));
    }

    synchronized boolean contains(Object object) {
        return !keys.isEmpty() && keys.contains(new WeakKey(object, null));
    }
}
