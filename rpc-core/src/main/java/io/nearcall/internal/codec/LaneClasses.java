// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.ClassResolver;
import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Registration;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The classes that one lane knows of its connection's {@link ClassTable}, with their serialisers. A class is written as
 * its id plus one; zero is null.
 */
final class LaneClasses implements ClassResolver {

    private static final int CACHED = 64;

    private final ClassTable table;
    private final Patience patience;
    private final Map<Class<?>, LaneClass> byClass = new IdentityHashMap<>();
    private LaneClass[] byId = new LaneClass[BuiltInClasses.FIRST_FREE_ID];
    private final Class<?>[] cachedClasses = new Class<?>[CACHED];
    private final LaneClass[] cachedRegistrations = new LaneClass[CACHED];
    private Class<?> nextIsSpecial;
    private Kryo kryo;

    LaneClasses(ClassTable table, Patience patience) {
        this.table = table;
        this.patience = patience;
    }

    @Override
    public void setKryo(Kryo kryo) {
        this.kryo = kryo;
    }

    /** The Kryo whose classes these are. */
    Kryo kryo() {
        if (kryo == null) {
            throw otherKryo("it adds serialisers before it is set");
        }
        return kryo;
    }

    @Override
    public Registration register(Registration registration) {
        throw otherKryo("it registers " + registration);
    }

    /** Only a constructor of Kryo causes this, in another version than {@link GraphWalk} was written for. */
    private static IllegalStateException otherKryo(String difference) {
        return new IllegalStateException(
                "Nearcall needs Kryo 5.6.2, the artifact com.esotericsoftware.kryo:kryo5. The class"
                        + " path has another version, " + Kryo.class.getResource("Kryo.class") + ": " + difference);
    }

    @Override
    public Registration unregister(int classID) {
        return null;
    }

    @Override
    public Registration registerImplicit(@SuppressWarnings("rawtypes") Class type) {
        throw ClassNotAllowed.because(type);
    }

    @Override
    public LaneClass getRegistration(@SuppressWarnings("rawtypes") Class type) {
        int slot = type.hashCode() & CACHED - 1;
        if (cachedClasses[slot] == type) {
            return cachedRegistrations[slot];
        }
        LaneClass registration = byClass.get(type);
        if (registration == null) {
            registration = add(type);
        }
        cachedClasses[slot] = type;
        cachedRegistrations[slot] = registration;
        return registration;
    }

    @Override
    public LaneClass getRegistration(int id) {
        return id >= 0 && id < byId.length ? byId[id] : null;
    }

    @Override
    public Registration writeClass(Output output, @SuppressWarnings("rawtypes") Class type) {
        if (type == null) {
            output.writeByte((byte) 0);
            return null;
        }
        return write(output, type);
    }

    /** As the method above, for a class that is not null. */
    LaneClass write(Output output, Class<?> type) {
        LaneClass known = type == nextIsSpecial ? special() : getRegistration(type);
        output.writeVarInt(known.number(), true);
        return known;
    }

    @Override
    public Registration readClass(Input input) {
        return read(input);
    }

    LaneClass read(Input input) {
        return ofNumber(input.readVarInt(true));
    }

    /** Returns null for 0. */
    LaneClass ofNumber(int number) {
        if (number == 0) {
            return null;
        }
        LaneClass known = getRegistration(number - 1);
        return known == null ? find(number - 1) : known;
    }

    private LaneClass find(int id) {
        Class<?> type = id < 0 ? null : table.awaitClassOf(id);
        if (type == null) {
            throw new MalformedMessage("No class was agreed on for id " + id);
        }
        // A reference is agreed on by its interface. So the id of such a class itself stands for a value.
        return RemoteTypes.isByReference(type) ? ofValue(type) : getRegistration(type);
    }

    /** The next object whose class is written is of this class, and is written by value, not by reference. */
    void writeNextByValue(Class<?> type) {
        nextIsSpecial = type;
    }

    /** The next object whose class is written is a {@link LinkedHashMap} in access order. */
    void writeNextInAccessOrder() {
        nextIsSpecial = LinkedHashMap.class;
    }

    private LaneClass special() {
        Class<?> type = nextIsSpecial;
        nextIsSpecial = null;
        return type == LinkedHashMap.class ? getRegistration(FurtherClasses.Any.class) : ofValue(type);
    }

    /** Returns what writes objects of this class by value, even if they travel by reference elsewhere. */
    LaneClass ofValue(Class<?> type) {
        int id = table.idFor(type, patience);
        LaneClass registration = getRegistration(id);
        return registration != null ? registration : keep(new LaneClass(type, table.serializerOf(type), id));
    }

    private LaneClass add(Class<?> type) {
        LaneClass registration = ofValue(BuiltInClasses.canonical(type));
        byClass.put(type, registration);
        return registration;
    }

    private LaneClass keep(LaneClass registration) {
        int id = registration.getId();
        if (id >= byId.length) {
            byId = Arrays.copyOf(byId, Math.max(id + 1, byId.length * 3 / 2));
        }
        byId[id] = registration;
        return registration;
    }

    @Override
    public void reset() {
        nextIsSpecial = null;
    }
}
