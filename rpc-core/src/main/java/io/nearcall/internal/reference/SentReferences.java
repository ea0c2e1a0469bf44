// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.reference;

import io.nearcall.codegen.RemoteInterface;
import io.nearcall.internal.hooks.Hooks;
import io.nearcall.internal.wire.ReferenceList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.ObjIntConsumer;

/**
 * The objects of this side that the peer of one connection refers to, by number. This table keeps them alive while the
 * peer refers to them, or while a reference is on its way there or back. Any thread.
 */
public final class SentReferences {

    /*
     * References are counted by messages, which no lease and no pause can hurt. For each object we count how many
     * references to it have been written (sent), and how many have come home or been called one-way (home). When the
     * peer drops its stub, it tells how many references it had received since it made the stub (returned). It also
     * tells how often it used the stub in a message that nobody answers (used). The release may overtake such messages.
     * It may also cross a reference that is on its way there. So an object goes when all that was sent has been given
     * back, and all that was sent home has come.
     *
     *     sent == returned  and  home == used
     *
     * An id is a place in the table and a generation. Because of the generation, a stray call does not reach the next
     * object of the place.
     *
     * An object that has gone may have to be told, or closed, which may take long. It keeps its place until then.
     * Otherwise a peer could make ever more objects wait for that.
     */

    private static final int PLACE_BITS = 20;
    private static final int PLACES = 1 << PLACE_BITS;
    private static final int GENERATIONS = ReferenceList.FIRST_REFERENCE_ID >>> PLACE_BITS;

    /** How many interfaces of an object can be called. */
    public static final int MAX_FACETS = 16;

    private static final ExportedObject[] NO_FACETS = {};

    private final int maxReferences;
    private final LocalObjects objects;
    private final Hooks hooks;
    private final ObjIntConsumer<Object> more;
    private final BiConsumer<Object, Runnable> forgotten;
    private final Map<Object, Entry> byTarget = new IdentityHashMap<>();
    private final ArrayDeque<Integer> free = new ArrayDeque<>();
    private volatile Entry[] entries = new Entry[8];
    private int[] generations = new int[8];
    private int used;
    private int leaving; // objects that have gone, but keep their places
    private boolean closed;

    /** An object, with what is counted. Guarded by the table. */
    private static final class Entry {
        final int id;
        final Object target;
        /** What can be called: all of the facets, or none if the object was withdrawn. */
        volatile ExportedObject[] callable = NO_FACETS;

        ExportedObject[] facets = NO_FACETS;
        boolean withdrawn;
        LocalObjects.Holds holds;
        boolean passedOn;
        long outstanding;
        long homeward;

        Entry(int id, Object target) {
            this.id = id;
            this.target = target;
        }
    }

    /**
     * For one connection.
     *
     * @param maxReferences how many objects the peer may refer to at once
     * @param objects of the endpoint; called without the lock of this table where that could call other code
     * @param hooks those that are told of calls; null if there are none
     * @param more is told of each object that the peer refers to, with 1, and again when the peer no longer does, with
     *     -1; called with the lock of this table
     * @param forgotten is told of each object that the peer no longer refers to, and runs the given task when it has
     *     dealt with the object; called without a lock
     */
    public SentReferences(
            int maxReferences,
            LocalObjects objects,
            Hooks hooks,
            ObjIntConsumer<Object> more,
            BiConsumer<Object, Runnable> forgotten) {
        this.maxReferences = maxReferences;
        this.objects = objects;
        this.hooks = hooks;
        this.more = more;
        this.forgotten = forgotten;
    }

    /**
     * Counts one more reference to an object, which gets a number unless it has one.
     *
     * @throws IllegalStateException if the peer refers to too many objects
     */
    public synchronized int count(Object target) {
        Entry entry = byTarget.get(target);
        if (entry == null) {
            entry = add(target);
        }
        entry.outstanding++;
        return entry.id;
    }

    private Entry add(Object target) {
        int place = free.isEmpty() ? used : free.pop();
        if (place == maxReferences) { // a place is free if fewer objects are referred to, or wait for their closing
            throw new IllegalStateException("The peer would refer to " + (maxReferences + 1)
                    + " objects of this process, which is more than maxReferences=" + maxReferences
                    + (leaving == 0 ? "" : ", for " + leaving + " that were released have not been closed yet")
                    + ". Release some of them, or raise Endpoint.builder().maxReferences on both sides");
        }
        if (place == used) {
            used++;
            if (used > generations.length) {
                generations = Arrays.copyOf(generations, 2 * generations.length);
            }
        }
        Entry entry = new Entry(ReferenceList.FIRST_REFERENCE_ID | generations[place] << PLACE_BITS | place, target);
        Entry[] current = entries;
        Entry[] changed =
                place < current.length ? current : Arrays.copyOf(current, Math.max(2 * current.length, place + 1));
        changed[place] = entry;
        entries = changed; // also if it is the same array: get() then finds what was written into it
        entry.withdrawn = objects.isWithdrawn(target);
        if (!closed) {
            byTarget.put(target, entry);
            more.accept(target, 1);
            entry.holds = entry.withdrawn ? null : objects.hold(target);
        }
        return entry;
    }

    /**
     * Returns the interfaces through which a counted object can be called. The given ones are among them afterwards,
     * unless there are too many. The place in the list is the number of the facet.
     */
    public synchronized List<RemoteInterface<?>> facets(int id, List<RemoteInterface<?>> wanted) {
        Entry entry = entry(id);
        if (entry == null) {
            return wanted; // the connection has ended
        }
        List<RemoteInterface<?>> types = new ArrayList<>();
        for (ExportedObject facet : entry.facets) {
            types.add(facet.type());
        }
        ExportedObject[] facets = entry.facets;
        for (RemoteInterface<?> type : wanted) {
            if (!types.contains(type) && types.size() < MAX_FACETS) {
                types.add(type);
                facets = Arrays.copyOf(facets, types.size());
                facets[types.size() - 1] = new ExportedObject(
                        id,
                        type,
                        entry.target,
                        objects.contextOf(entry.target),
                        type.type().getSimpleName(),
                        hooks);
            }
        }
        entry.facets = facets;
        entry.callable = entry.withdrawn ? NO_FACETS : facets;
        return types;
    }

    /** A reference that was counted has not been sent after all. */
    public void unsent(int id) {
        less(id, 1, 0);
    }

    /** The peer has used its stub in a message that nobody answers. */
    public void cameHome(int id) {
        less(id, 0, 1);
    }

    private void less(int id, int outstanding, int homeward) {
        Entry gone = null;
        synchronized (this) {
            Entry entry = entry(id);
            if (entry != null) {
                entry.outstanding -= outstanding;
                entry.homeward -= homeward;
                gone = forget(entry);
            }
        }
        drop(gone);
    }

    /**
     * The peer has dropped its stub.
     *
     * @param received how many references the peer had received since it made the stub
     * @param sentHome how often the peer used the stub in a message that nobody answers; negative if it had told more
     *     than it sent
     * @return false if the peer cannot have done so
     */
    public boolean released(int id, long received, long sentHome) {
        Entry gone;
        synchronized (this) {
            Entry entry = entry(id);
            if (entry == null) {
                return closed; // then there are no entries any more; before, an entry lives until its last release
            }
            if (received < 0 || received > entry.outstanding) {
                return false;
            }
            entry.outstanding -= received;
            entry.homeward += sentHome;
            entry.passedOn = true;
            gone = forget(entry);
        }
        drop(gone);
        return true;
    }

    /** Returns the entry if it has gone; {@link #drop} must follow, without the lock. */
    private Entry forget(Entry entry) {
        if (entry.outstanding != 0 || entry.homeward != 0) {
            return null;
        }
        int place = place(entry.id);
        if (byTarget.remove(entry.target, entry)) {
            more.accept(entry.target, -1);
        }
        entries[place] = null;
        generations[place] = (generations[place] + 1) % GENERATIONS;
        leaving++;
        return entry;
    }

    private void drop(Entry gone) {
        if (gone != null) {
            objects.drop(gone.holds, gone.passedOn, () -> forgotten.accept(gone.target, () -> vacate(place(gone.id))));
        }
    }

    private synchronized void vacate(int place) {
        leaving--;
        free.add(place);
    }

    /** Whether objects that have gone wait for their closing. */
    public synchronized boolean areLeaving() {
        return leaving > 0;
    }

    /** The object has been withdrawn, or readmitted: the endpoint's {@link LocalObjects} says which. */
    public synchronized void withdrawalChanged(Object target) {
        Entry entry = byTarget.get(target);
        if (entry != null) {
            entry.withdrawn = objects.isWithdrawn(target);
            entry.callable = entry.withdrawn ? NO_FACETS : entry.facets;
        }
    }

    /** The object of that number, as seen through one of its interfaces; null if there is none. Without a lock. */
    public ExportedObject get(int id, int facet) {
        Entry entry = entry(id);
        ExportedObject[] facets = entry == null ? NO_FACETS : entry.callable;
        return facet < facets.length ? facets[facet] : null;
    }

    /** The object of that number, or null. */
    public Object target(int id) {
        Entry entry = entry(id);
        return entry == null ? null : entry.target;
    }

    private Entry entry(int id) {
        Entry[] all = entries;
        int place = place(id);
        Entry entry = place < all.length ? all[place] : null;
        return entry != null && entry.id == id ? entry : null;
    }

    private static int place(int id) {
        return id & PLACES - 1;
    }

    /** The connection has ended: the peer refers to nothing any more. */
    public void close() {
        List<Entry> left;
        synchronized (this) {
            closed = true;
            left = List.copyOf(byTarget.values());
            left.forEach(entry -> more.accept(entry.target, -1));
            byTarget.clear();
            entries = new Entry[8];
            leaving += left.size();
        }
        for (Entry entry : left) {
            entry.passedOn = true;
            drop(entry);
        }
    }
}
