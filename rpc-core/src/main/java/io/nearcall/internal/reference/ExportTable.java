// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.reference;

import io.nearcall.codegen.RemoteInterface;
import io.nearcall.internal.hooks.Hooks;
import io.nearcall.internal.wire.FrameFormat;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;

/** An endpoint's exported objects, the binder first. Ids are never used twice. Any thread. */
public final class ExportTable {

    private final LocalObjects objects;
    private final ConcurrentHashMap<String, ExportedObject> byName = new ConcurrentHashMap<>();
    private volatile ExportedObject[] byId = new ExportedObject[8];
    private int nextId = FrameFormat.BINDER_OBJECT_ID;

    /** @param objects of the endpoint */
    public ExportTable(LocalObjects objects) {
        this.objects = objects;
    }

    /**
     * Adds an object under a service name that no other object of this table has.
     *
     * @param hooks of who is told of its calls; null if nobody is
     */
    public synchronized ExportedObject add(RemoteInterface<?> type, Object target, String serviceName, Hooks hooks) {
        ExportedObject object = new ExportedObject(nextId, type, target, serviceName, hooks);
        if (byName.putIfAbsent(serviceName, object) != null) {
            throw new IllegalStateException("serviceName=" + serviceName + " is in the table");
        }
        ExportedObject[] grown = Arrays.copyOf(byId, Math.max(byId.length, 2 * Integer.highestOneBit(nextId)));
        object.held = objects.hold(target);
        grown[nextId++] = object;
        byId = grown;
        return object;
    }

    /** Takes an object out: calls that come for it afterwards find nothing. */
    public void remove(ExportedObject object) {
        synchronized (this) {
            if (!byName.remove(object.serviceName(), object)) {
                return;
            }
            ExportedObject[] changed = byId.clone();
            changed[object.id()] = null;
            byId = changed;
        }
        objects.drop(object.held, false);
    }

    /** The object of that id, or null; any number is allowed. */
    public ExportedObject get(int id) {
        ExportedObject[] all = byId;
        return id >= 0 && id < all.length ? all[id] : null;
    }

    /** The object of that service name, or null. */
    public ExportedObject get(String serviceName) {
        return byName.get(serviceName);
    }
}
