// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import io.nearcall.internal.reference.WeakKey;
import io.nearcall.internal.rmi.ObjectHost;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.rmi.Remote;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * The objects of this process that are or were bound in some registry. Processes that looked up such an object ask here
 * for it.
 */
final class BoundObjects implements ObjectHost {

    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
    private final Map<WeakKey, String> ids = new HashMap<>();
    private final Map<String, WeakKey> objects = new HashMap<>();

    /** Returns the id by which other processes ask for the object. Does not keep the object alive. */
    synchronized String idOf(Remote object) {
        for (Reference<?> key = gone.poll(); key != null; key = gone.poll()) {
            objects.remove(ids.remove(key));
        }
        String known = ids.get(new WeakKey(object, null));
        if (known != null) {
            return known;
        }
        WeakKey key = new WeakKey(object, gone);
        String id = UUID.randomUUID().toString(); // cannot be guessed
        ids.put(key, id);
        objects.put(id, key);
        return id;
    }

    @Override
    public synchronized Remote object(String id) {
        WeakKey key = objects.get(id);
        return key == null ? null : (Remote) key.get();
    }
}
