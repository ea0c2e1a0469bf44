// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import io.nearcall.internal.reference.WeakKey;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.HashSet;
import java.util.Set;

/** The objects that are exported. Does not keep them alive, but the JVM, while there are any. Any thread. */
final class Exports {

    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
    private final Set<WeakKey> keys = new HashSet<>();
    private Thread keeper;

    /** Returns false if it is exported already. */
    synchronized boolean add(Object object) {
        boolean added = keys.add(new WeakKey(object, gone));
        if (added && keeper == null) {
            Thread thread = new Thread(this::keepUp, "nearcall-rmi-exports");
            thread.setDaemon(false); // the thread that exports may be one
            thread.setContextClassLoader(null);
            thread.start();
            keeper = thread;
        }
        return added;
    }

    /** Returns false if it is not exported. */
    synchronized boolean remove(Object object) {
        WeakKey wanted = new WeakKey(object, null);
        for (WeakKey key : keys) {
            if (key.equals(wanted)) {
                keys.remove(key);
                key.enqueue(); // wakes the keeper
                return true;
            }
        }
        return false;
    }

    synchronized boolean contains(Object object) {
        return keys.contains(new WeakKey(object, null));
    }

    synchronized void clear() {
        Set<WeakKey> all = Set.copyOf(keys);
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
