// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import io.nearcall.internal.dispatch.RuntimeThreads;
import io.nearcall.internal.reference.WeakKey;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.rmi.Remote;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The exported objects. Does not keep the objects alive, but keeps the JVM up while any is exported. It also keeps the
 * JVM up until calls that run when an object is unexported have been answered. Any thread.
 */
final class Exports {

    private static final long LOOK_MS = 10;

    /**
     * The looks that follow the last one that finds a running call. The first of them finds none, and the second is
     * late enough for the answer of the call.
     */
    private static final int LOOKS = 2;

    private final Predicate<Object> isCalled;

    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
    private final Map<WeakKey, Exported> keys = new HashMap<>();
    private final List<Object> answering = new ArrayList<>(); // unexported, but still called
    private Thread keeper;

    /** An exported object. */
    private static final class Exported {
        final WeakKey key;
        WeakReference<Hold> hold = new WeakReference<>(null);

        Exported(WeakKey key) {
            this.key = key;
        }
    }

    /** @param isCalled whether a call of an object has not been answered; must not block */
    Exports(Predicate<Object> isCalled) {
        this.isCalled = isCalled;
    }

    /** Returns false if the object is exported already. */
    synchronized boolean add(Object object) {
        WeakKey key = new WeakKey(object, gone);
        if (keys.containsKey(key)) {
            return false;
        }
        if (keeper == null) {
            Thread thread = RuntimeThreads.daemon(this::keepUp, "nearcall-rmi-exports");
            thread.setDaemon(false); // keeps the JVM up
            thread.start();
            keeper = thread;
        }
        // Last: starting the thread may fail. The keeper does not look before an object has gone.
        keys.put(key, new Exported(key));
        return true;
    }

    /** Returns false if the object is not exported. */
    synchronized boolean remove(Object object) {
        Exported removed = keys.remove(new WeakKey(object, null));
        if (removed != null) {
            if (isCalled.test(object)) {
                answering.add(object);
            }
            Hold hold = removed.hold.get();
            if (hold != null) {
                hold.release();
            }
            removed.key.enqueue(); // wakes the keeper
        }
        return removed != null;
    }

    /** Returns a hold, which keeps the object alive as long as somebody has the hold, but not beyond its export. */
    synchronized Hold hold(Remote object) {
        Exported exported = keys.get(new WeakKey(object, null));
        Hold known = exported == null ? null : exported.hold.get();
        if (known == null) {
            known = new Hold(object);
            if (exported != null) {
                exported.hold = new WeakReference<>(known);
            }
        }
        return known;
    }

    synchronized boolean contains(Object object) {
        return keys.containsKey(new WeakKey(object, null));
    }

    synchronized void clear() {
        List<WeakKey> all = List.copyOf(keys.keySet());
        keys.clear();
        answering.clear();
        all.forEach(Reference::enqueue);
    }

    /** Run by the thread that keeps the JVM up. Ends after the last export, when the last call has been answered. */
    private void keepUp() {
        int looks = 0;
        while (true) {
            try {
                Reference<?> key = looks > 0 ? gone.remove(LOOK_MS) : gone.remove();
                synchronized (this) {
                    keys.remove(key);
                    answering.removeIf(object -> !isCalled.test(object));
                    looks = answering.isEmpty() ? Math.max(0, looks - 1) : LOOKS;
                    if (keys.isEmpty() && looks == 0) {
                        keeper = null;
                        return;
                    }
                }
            } catch (InterruptedException e) {
                // ignored: the objects are still exported
            }
        }
    }
}
