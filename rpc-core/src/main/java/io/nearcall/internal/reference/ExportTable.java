// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.reference;

import io.nearcall.codegen.RemoteInterface;
import io.nearcall.internal.hooks.Hooks;
import io.nearcall.internal.wire.FrameFormat;
import java.util.Collection;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** An endpoint's exported objects, the binder first. Ids are never used twice, but their places are. Any thread. */
public final class ExportTable {

    private static final int FEWEST_PLACES = 8;

    private final LocalObjects objects;
    private final ConcurrentHashMap<String, ExportedObject> byName = new ConcurrentHashMap<>();

    /**
     * Open addressing: an object is at its id, modulo the length, or in the first free place behind that. Half of the
     * places are free.
     */
    private volatile ExportedObject[] byId = new ExportedObject[FEWEST_PLACES];

    private int nextId = FrameFormat.BINDER_OBJECT_ID;

    /** @param objects of the endpoint */
    public ExportTable(LocalObjects objects) {
        this.objects = objects;
    }

    /**
     * Adds an object under a service name that no other object of this table has.
     *
     * @param hooks those that are told of its calls; null if there are none
     */
    public synchronized ExportedObject add(RemoteInterface<?> type, Object target, String serviceName, Hooks hooks) {
        ExportedObject object = new ExportedObject(nextId, type, target, objects.contextOf(target), serviceName, hooks);
        if (byName.putIfAbsent(serviceName, object) != null) {
            throw new IllegalStateException("serviceName=" + serviceName + " is in the table");
        }
        object.held = objects.hold(target);
        nextId++;
        placeAll();
        return object;
    }

    /** Under the lock. Readers find one array or the other, each of which is complete. */
    private void placeAll() {
        Collection<ExportedObject> all = byName.values();
        ExportedObject[] places =
                new ExportedObject[Math.max(FEWEST_PLACES, 4 * Integer.highestOneBit(Math.max(1, all.size())))];
        for (ExportedObject object : all) {
            int place = object.id() & places.length - 1;
            while (places[place] != null) {
                place = place + 1 & places.length - 1;
            }
            places[place] = object;
        }
        byId = places;
    }

    /** Takes an object out: calls that come for it afterwards find nothing. */
    public void remove(ExportedObject object) {
        synchronized (this) {
            if (!byName.remove(object.serviceName(), object)) {
                return;
            }
            placeAll();
        }
        objects.drop(object.held, false, () -> {});
    }

    /** The object of that id, or null; any number is allowed. */
    public ExportedObject get(int id) {
        ExportedObject[] places = byId;
        int place = id & places.length - 1;
        ExportedObject found = places[place];
        while (found != null && found.id() != id) {
            place = place + 1 & places.length - 1;
            found = places[place];
        }
        return found;
    }

    /** All objects that are in the table now, by name. */
    public Collection<ExportedObject> services() {
        return new TreeMap<>(byName).values();
    }

    /** The object of that service name, or null. */
    public ExportedObject get(String serviceName) {
        return byName.get(serviceName);
    }
}
