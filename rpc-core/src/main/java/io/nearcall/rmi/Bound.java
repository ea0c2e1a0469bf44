// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import io.nearcall.Remotes;
import io.nearcall.internal.rmi.Place;
import java.rmi.Remote;

/** The object that a name is bound to. */
final class Bound {

    final Place place;
    final Hold own; // of an object that was bound in this process, or null

    private final Remote other;
    private final Runnable reference;
    private Remotes.Registration watch;
    private boolean dropped;

    /**
     * Holds an object that was bound in this process. A look-up in this process finds that object itself.
     *
     * @param reference is run when the name is not bound to the object any more
     */
    Bound(Hold own, Place place, Runnable reference) {
        this.place = place;
        this.own = own;
        this.other = null;
        this.reference = reference;
    }

    /**
     * Holds an object that another process has bound.
     *
     * @param object is kept alive; a stub keeps the object of the other process alive
     */
    Bound(Remote object, Place place) {
        this.place = place;
        this.own = null;
        this.other = object;
        this.reference = () -> {};
    }

    /** Runs an action when the process of the object ends, if that is another process; at once if it has ended. */
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

    /** Called when the name is not bound to the object any more. */
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
