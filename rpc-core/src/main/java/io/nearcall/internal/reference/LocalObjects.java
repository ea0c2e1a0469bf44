// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.reference;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What an endpoint knows of its objects over all of its connections: which have been withdrawn, and how often those are held
 * that want to know when nobody refers to them any more. Any thread.
 */
public final class LocalObjects {

    private final Consumer<Object> teller;
    private final Map<Object, Holds> held = new IdentityHashMap<>();
    private final WeakIdentitySet withdrawn = new WeakIdentitySet();

    /** @param teller has an object told that nobody refers to it any more; must not block, and is called without a lock */
    public LocalObjects(Consumer<Object> teller) {
        this.teller = teller;
    }

    /** How often one object is held. Guarded by the table. */
    static final class Holds {
        final Object target;
        int count;
        boolean passedOn;
        boolean silent;

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
     */
    void drop(Holds holds, boolean passedOn) {
        if (holds == null) {
            return;
        }
        synchronized (held) {
            holds.passedOn |= passedOn;
            if (--holds.count > 0) {
                return;
            }
            held.remove(holds.target, holds);
            if (!holds.passedOn || holds.silent) {
                return;
            }
        }
        teller.accept(holds.target);
    }

    /** From now on the object is not to be called; each {@link SentReferences} has to be told besides. */
    public void withdraw(Object target) {
        withdrawn.add(target);
        synchronized (held) {
            Holds holds = held.remove(target);
            if (holds != null) {
                holds.silent = true;
            }
        }
    }

    /** It may be called again. */
    public void readmit(Object target) {
        withdrawn.remove(target);
    }

    boolean isWithdrawn(Object target) {
        return withdrawn.contains(target);
    }
}
