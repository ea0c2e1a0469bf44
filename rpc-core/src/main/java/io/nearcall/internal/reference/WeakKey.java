// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.reference;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/** An object by identity, whatever its equals says, as a key that does not keep it alive. */
public final class WeakKey extends WeakReference<Object> {

    private final int hash;

    /** @param queue where the key comes out when the object has gone; null to look something up */
    public WeakKey(Object object, ReferenceQueue<Object> queue) {
        super(object, queue);
        hash = System.identityHashCode(object);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof WeakKey key && get() != null && get() == key.get();
    }
}
