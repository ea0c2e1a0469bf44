// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.reference;

import java.lang.ref.WeakReference;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * What an endpoint knows of its objects over all its connections. It knows which objects have been withdrawn. For
 * objects that want to know when nobody refers to them any more, it knows how often they are held. Any thread.
 */
public final class LocalObjects {

    /** Tells objects that nobody refers to them any more. */
    public interface Teller {

        /**
         * Has the object told. Must not block; is called without a lock.
         *
         * @param context the context class loader meanwhile
         * @param told must be run afterwards, whatever happens
         */
        void tell(Object object, ClassLoader context, Runnable told);
    }

    private final Teller teller;
    private final Map<Object, Holds> held = new IdentityHashMap<>();
    private final WeakIdentityMap<Boolean> withdrawn = new WeakIdentityMap<>();

    /** An object and its loader may refer to each other, so neither is kept alive. */
    private final WeakIdentityMap<WeakReference<ClassLoader>> contexts = new WeakIdentityMap<>();

    /** Knows no objects yet. */
    public LocalObjects(Teller teller) {
        this.teller = teller;
    }

    /** How often one object is held. Guarded by the table. */
    static final class Holds {
        Object target; // null once the object has been withdrawn: then it is not told, and not kept alive
        int count;
        boolean passedOn;

        Holds(Object target) {
            this.target = target;
        }
    }

    /** A connection, or an offer, holds the object from now on. Returns null if the object does not want to know. */
    Holds hold(Object target) {
        if (!ForsakenObject.wantsToKnow(target.getClass())) {
            return null;
        }
        synchronized (held) {
            Holds holds = held.computeIfAbsent(target, Holds::new);
            holds.count++;
            return holds;
        }
    }

    /**
     * A holder of the object has let it go. Must not be called with a lock.
     *
     * @param passedOn whether a peer has had a reference
     * @param told runs when the object has been told that this was the last holder; at once if it was not, or if the
     *     object need not be told
     */
    void drop(Holds holds, boolean passedOn, Runnable told) {
        Object target = holds == null ? null : release(holds, passedOn);
        if (target == null) {
            told.run();
        } else {
            teller.tell(target, contextOf(target), told);
        }
    }

    /** The object if it must be told, otherwise null. */
    private Object release(Holds holds, boolean passedOn) {
        synchronized (held) {
            holds.passedOn |= passedOn;
            if (--holds.count > 0) {
                return null;
            }
            held.remove(holds.target, holds);
            return holds.passedOn ? holds.target : null;
        }
    }

    /** As {@link #hold} and {@link #drop}, for a reference that belongs to no connection. */
    public Runnable refer(Object target) {
        Holds holds = hold(target);
        return () -> drop(holds, true, () -> {});
    }

    /** Sets the context class loader for the methods of an object; null for the loader of its class. */
    public void setContext(Object target, ClassLoader loader) {
        if (loader != null && loader != target.getClass().getClassLoader()) {
            contexts.put(target, new WeakReference<>(loader));
        } else {
            contexts.remove(target);
        }
    }

    ClassLoader contextOf(Object target) {
        WeakReference<ClassLoader> set = contexts.get(target);
        ClassLoader loader = set == null ? null : set.get();
        return loader != null ? loader : target.getClass().getClassLoader();
    }

    /** From now on the object must not be called. Each {@link SentReferences} must be told, too. */
    public void withdraw(Object target) {
        withdrawn.put(target, true);
        synchronized (held) {
            Holds holds = held.remove(target);
            if (holds != null) {
                holds.target = null;
            }
        }
    }

    /** The object may be called again. */
    public void readmit(Object target) {
        withdrawn.remove(target);
    }

    /** Whether the object must not be called. */
    public boolean isWithdrawn(Object target) {
        return withdrawn.get(target) != null;
    }
}
