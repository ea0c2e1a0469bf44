// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stub;

import io.nearcall.codegen.RemoteTarget;

/** Takes the place of a stub's target for a while. */
public abstract class StandIn implements RemoteTarget {

    final RemoteTarget target;

    StandIn(RemoteTarget target) {
        this.target = target;
    }

    /** The target itself, if this one stands in for another. */
    public static RemoteTarget original(RemoteTarget target) {
        return target instanceof StandIn other ? other.target : target;
    }

    @Override
    public String describe() {
        return target.describe();
    }

    @Override
    public boolean equals(Object other) {
        return other == this || target.equals(other instanceof StandIn o ? o.target : other);
    }

    @Override
    public int hashCode() {
        return target.hashCode();
    }
}
