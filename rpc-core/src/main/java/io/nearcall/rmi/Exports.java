// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import io.nearcall.internal.reference.WeakKey;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The objects that are exported. Does not keep them alive, but the JVM, while there are any. Any thread. */
final class Exports {

    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
    private final Map<WeakKey, WeakKey> keys = new HashMap<>(); // by themselves
    private Thread keeper;

    /** Returns false if it is exported already. */
    synchronized boolean add(Object object) {
        WeakKey key = new WeakKey(object, gone);
        if (keys.containsKey(key)) {
            return false;
        }
        if (keeper == null) {
            Thread thread = new Thread(this::keepUp, "nearcall-rmi-exports");
            thread.setDaemon(false); // the thread that exports may be one
            thread.setContextClassLoader(null);
            thread.start();
            keeper = thread;
        }
        keys.put(
                key, key); // last: there may be no thread to be had. The keeper does not look before something has gone
        return true;
    }

    /** Returns false if it is not exported. */
    synchronized boolean remove(Object object) {
        WeakKey key = keys.remove(new WeakKey(object, null));
        if (key != null) {
            key.enqueue(); // wakes the keeper
        }
        return key != null;
    }

    synchronized boolean contains(Object object) {
        return keys.containsKey(new WeakKey(object, null));
    }

    synchronized void clear() {
        List<WeakKey> all = List.copyOf(keys.keySet());
        keys.clear();
        all.forEach(Reference::enqueue);
    }

    /** The thread that keeps the JVM up: ends with the last export. */
    private void keepUp() {
        while (true) {
            try {
                Reference<?> key = gone.remove();
                synchronized (this) {
                    keys.remove(key);
                    if (keys.isEmpty()) {
                        keeper = null;
                        return;
                    }
                }
            } catch (InterruptedException e) {
                // nobody's business: the exports are still there
            }
        }
    }
}
