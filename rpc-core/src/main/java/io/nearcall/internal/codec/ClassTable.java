// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Serializer;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The numbers of classes on one connection. The built-in classes have the same numbers on every connection. The two
 * sides agree on the numbers of all others. Safe for use by any number of threads. Reading takes no locks.
 */
public final class ClassTable {

    /** The highest id. Ids are indexes of an array, which a peer cannot make larger than this. */
    public static final int MAX_ID = 0xFFFF;

    private final UnknownClasses unknown;
    private final Map<Class<?>, Integer> ids = new ConcurrentHashMap<>();
    private final OtherVersions otherVersions = new OtherVersions();
    private volatile Class<?>[] classes = new Class<?>[0];

    public ClassTable(UnknownClasses unknown) {
        this.unknown = unknown;
    }

    /** The lowest id that {@link #define} takes; the ids below belong to the built-in classes. */
    public static int firstId() {
        return BuiltInClasses.FIRST_FREE_ID;
    }

    /**
     * Makes {@code id} stand for {@code type} from now on. Defining the same again does nothing.
     *
     * @param match how values of the class travel
     * @throws CodecException if the id or the class is taken, if the id is out of bounds or if the class cannot travel
     */
    public synchronized void define(int id, Class<?> type, ShapeMatch match) {
        if (id < firstId() || id > MAX_ID) {
            throw new MalformedMessage("A class id out of bounds: " + id + " for " + type.getName());
        }
        checkTravels(type);
        int index = id - firstId();
        Class<?>[] current = classes;
        Class<?> holder = index < current.length ? current[index] : null;
        Integer otherId = ids.get(type);
        if (holder == type) {
            return;
        }
        if (holder != null || otherId != null || BuiltInClasses.contains(type)) {
            throw new MalformedMessage("Class id " + id + " for " + type.getName() + " contradicts what was agreed: "
                    + (holder != null ? "it stands for " + holder.getName() : "the class has an id already"));
        }
        Class<?>[] next =
                index < current.length ? current.clone() : Arrays.copyOf(current, Math.max(index + 1, index * 3 / 2));
        otherVersions.add(match); // before anybody finds the id
        next[index] = type;
        ids.put(type, id); // before anybody finds the class: a lane that has read the id then asks for the class' id
        classes = next;
    }

    /** The id of a class whose objects travel by value, built-in or defined; -1 if it has none. */
    public int idOf(Class<?> type) {
        if (BuiltInClasses.contains(type)) {
            return BuiltInClasses.idOf(type);
        }
        Integer defined = ids.get(type);
        return defined == null ? -1 : defined;
    }

    /** The class that {@code id} stands for; {@code null} if it stands for none. */
    public Class<?> classOf(int id) {
        if (id < firstId()) {
            return BuiltInClasses.classOf(id);
        }
        Class<?>[] current = classes;
        int index = id - firstId();
        return index < current.length ? current[index] : null;
    }

    /** The serialiser for objects of a class that has an id, in the form that both sides' versions of it allow. */
    Serializer<?> serializerOf(Class<?> canonical) {
        return otherVersions.serializerOf(canonical);
    }

    /** As {@link #classOf}, but waits for the definition of an id that is about to be defined. */
    Class<?> awaitClassOf(int id) {
        Class<?> type = classOf(id);
        return type == null && unknown.awaitDefinition(id) ? classOf(id) : type;
    }

    /** As {@link #idOf}, but a class without an id gets one, or an exception says why it cannot. May block. */
    int idFor(Class<?> type, Patience patience) {
        int id = idOf(type);
        if (id >= 0) {
            return id;
        }
        checkTravels(type);
        return unknown.agree(type, patience);
    }

    /** Checks that objects of the class travel by value, or, if it is a remote interface, by reference. */
    private static void checkTravels(Class<?> type) {
        if (!RemoteTypes.isRemote(type)) {
            TravelRules.check(type);
        }
    }
}
