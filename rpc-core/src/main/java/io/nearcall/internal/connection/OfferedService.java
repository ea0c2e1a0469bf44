// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.reference.ExportedObject;

/** An object that is offered to others under a name. Any thread. */
public final class OfferedService implements AutoCloseable {

    private final OfferedServices all;
    private final String name;
    private final ServiceListener listener;
    private volatile ExportedObject object; // null once closed, so a handle that is kept does not keep the object

    OfferedService(OfferedServices all, ExportedObject object, ServiceListener listener) {
        this.all = all;
        this.name = object.serviceName();
        this.object = object;
        this.listener = listener;
    }

    public String name() {
        return name;
    }

    public boolean isClosed() {
        return object == null;
    }

    /** Refuses calls that come from now on; running calls continue. Idempotent. */
    @Override
    public void close() {
        all.withdraw(object, listener);
        object = null;
    }
}
