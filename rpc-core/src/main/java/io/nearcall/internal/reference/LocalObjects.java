// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.reference;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * What an endpoint knows of its objects over all of its connections: which have been withdrawn, and how often those are held
 * that want to know when nobody refers to them any more. Any thread.
 */
public final class LocalObjects {

    /** Tells objects that nobody refers to them any more. */
    public interface Teller {

        /**
         * Has it told. Must not block; is called without a lock.
         *
         * @param context what the context class loader is to be meanwhile
         * @param told is to be run afterwards, whatever happens
         */
        void tell(Object object, ClassLoader context, Runnable told);
    }

    private final Teller teller;
    private final Map<Object, Holds> held = new IdentityHashMap<>();
    private final WeakIdentitySet withdrawn = new WeakIdentitySet();
    private final ReferenceQueue<Object> collected = new ReferenceQueue<>();

    /** Guarded by itself. An object and its loader may refer to each other, so neither is kept alive. */
    private final Map<WeakKey, WeakReference<ClassLoader>> contexts = new HashMap<>();

    /** Knows none. */
    public LocalObjects(Teller teller) {
        this.teller = teller;
    }

    /** How often one object is held. Guarded by the table. */
    static final class Holds {
        Object target; // null once it has been withdrawn: then it is not told, and not kept alive
        int count;
        boolean passedOn;

        Holds(Object target) {
            this.target = target;
        }
    }

    /** A connection, or an offer, holds the object from now on. Null if the object does not want to know. */
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
     * One that held the object does not any more. Not to be called with a lock.
     *
     * @param passedOn whether a peer has had a reference
     * @param told is run when the object has been told that it was the last one, or at once if it was not, or need not be told
     */
    void drop(Holds holds, boolean passedOn, Runnable told) {
        Object target = holds == null ? null : release(holds, passedOn);
        if (target == null) {
            told.run();
        } else {
            teller.tell(target, contextOf(target), told);
        }
    }

    /** The object if it is to be told, or null. */
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

    /** As {@link #hold} and {@link #drop}, of a reference that is no connection's. */
    public Runnable refer(Object target) {
        Holds holds = hold(target);
        return () -> drop(holds, true, () -> {});
    }

    /** What the context class loader shall be while methods of an object run; null for that of its class. */
    public void setContext(Object target, ClassLoader loader) {
        synchronized (contexts) {
            for (Reference<?> key = collected.poll(); key != null; key = collected.poll()) {
                contexts.remove(key);
            }
            WeakKey key = new WeakKey(target, collected);
            contexts.remove(key);
            if (loader != null && loader != target.getClass().getClassLoader()) {
                contexts.put(key, new WeakReference<>(loader));
            }
        }
    }

    ClassLoader contextOf(Object target) {
        WeakReference<ClassLoader> set;
        synchronized (contexts) {
            set = contexts.isEmpty() ? null : contexts.get(new WeakKey(target, null));
        }
        ClassLoader loader = set == null ? null : set.get();
        return loader != null ? loader : target.getClass().getClassLoader();
    }

    /** From now on the object is not to be called; each {@link SentReferences} has to be told besides. */
    public void withdraw(Object target) {
        withdrawn.add(target);
        synchronized (held) {
            Holds holds = held.remove(target);
            if (holds != null) {
                holds.target = null;
            }
        }
    }

    /** It may be called again. */
    public void readmit(Object target) {
        withdrawn.remove(target);
    }

    /** Whether it is not to be called. */
    public boolean isWithdrawn(Object target) {
        return withdrawn.contains(target);
    }
}
