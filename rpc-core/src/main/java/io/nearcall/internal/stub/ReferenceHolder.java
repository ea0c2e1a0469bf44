// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stub;

import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.reference.ReceivedReference;

/** What a stub has if its object came as a reference. */
public interface ReferenceHolder {

    ReceivedReference reference();

    /** The connection over which the object came. */
    LaneConnection link();

    /** Gives the object up: calls are refused from now on, and the peer may drop the object. */
    void release();

    /** Whether both stand for the same object, through any of its interfaces. */
    static boolean areSame(ReferenceHolder one, Object other) {
        return other instanceof ReferenceHolder o
                && o.link() == one.link()
                && o.reference().id() == one.reference().id();
    }

    static int hash(ReferenceHolder holder) {
        return System.identityHashCode(holder.link()) * 31 + holder.reference().id();
    }
}
