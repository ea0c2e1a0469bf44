// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import io.nearcall.Remotes;
import io.nearcall.internal.rmi.Place;
import java.rmi.Remote;

/** What a name stands for. */
final class Bound {

    /** Is kept alive: an object of this process, or a stub that stands for what is kept alive in another one. */
    final Remote object;

    final Place place;

    /** Whether it was bound in this process, so that it is what a look-up in this process finds. */
    final boolean own;

    private Remotes.Registration watch;
    private boolean dropped;

    Bound(Remote object, Place place, boolean own) {
        this.object = object;
        this.place = place;
        this.own = own;
    }

    /** Has something done when the process ends in which the object is, if that is another one. At once if it has. */
    void watch(Runnable action) {
        if (Remotes.isStub(object)) {
            Remotes.Registration registration = Remotes.onDeath(object, action);
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
            dropped = true;
            registration = watch;
        }
        if (registration != null) {
            registration.close();
        }
    }
}
