// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stream;

import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.reference.ReceivedReference;
import io.nearcall.internal.stub.ReferenceHolder;

/** The reference that a reader gives up, where there is no connection. */
final class UnusedReference implements ReferenceHolder {

    @Override
    public ReceivedReference reference() {
        return null;
    }

    @Override
    public LaneConnection link() {
        return null;
    }

    @Override
    public void release() {}
}
