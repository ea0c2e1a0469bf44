// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import java.lang.ref.WeakReference;
import java.rmi.Remote;

/** Keeps a bound object alive until it is unexported. Any thread. */
final class Hold {

    private final WeakReference<Remote> known;
    private volatile Remote object;

    Hold(Remote object) {
        this.known = new WeakReference<>(object);
        this.object = object;
    }

    /** Returns null if the object was unexported and has been collected. */
    Remote object() {
        Remote current = object;
        return current != null ? current : known.get();
    }

    void release() {
        object = null;
    }
}
