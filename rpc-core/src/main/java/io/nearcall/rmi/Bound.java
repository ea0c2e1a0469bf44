// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import io.nearcall.Remotes;
import io.nearcall.internal.rmi.Place;
import java.rmi.Remote;

/** What a name stands for. */
final class Bound {

    final Place place;

    private final Hold own; // of an object that was bound in this process, or null
    private final Remote other;
    private final Runnable reference;
    private Remotes.Registration watch;
    private boolean dropped;

    /**
     * What was bound in this process, so that it is what a look-up in this process finds.
     *
     * @param reference is run when the name does not stand for it any more
     */
    Bound(Hold own, Place place, Runnable reference) {
        this.place = place;
        this.own = own;
        this.other = null;
        this.reference = reference;
    }

    /** @param object is kept alive: a stub that stands for what is kept alive in another process */
    Bound(Remote object, Place place) {
        this.place = place;
        this.own = null;
        this.other = object;
        this.reference = () -> {};
    }

    boolean own() {
        return own != null;
    }

    /** Null if it was bound in this process, and has been unexported and collected. */
    Remote object() {
        return own != null ? own.object() : other;
    }

    /** Has something done when the process ends in which the object is, if that is another one. At once if it has. */
    void watch(Runnable action) {
        if (Remotes.isStub(other)) {
            Remotes.Registration registration = Remotes.onDeath(other, action);
            synchronized (this) {
                watch = registration;
                if (!dropped) {
                    return;
                }
            }
            registration.close();
        }
    }

    /** The name does not stand for it any more. */
    void drop() {
        Remotes.Registration registration;
        synchronized (this) {
            if (dropped) {
                return;
            }
            dropped = true;
            registration = watch;
        }
        reference.run();
        if (registration != null) {
            registration.close();
        }
    }
}
