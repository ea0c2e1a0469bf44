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
 * What one lane knows of its connection's {@link ClassTable}, with the serialisers. A class is written as its id plus
 * one; zero is null.
 */
final class LaneClasses implements ClassResolver {

    private static final int CACHED = 64;

    private final ClassTable table;
    private final Patience patience;
    private final Map<Class<?>, Registration> byClass = new IdentityHashMap<>();
    private Registration[] byId = new Registration[BuiltInClasses.FIRST_FREE_ID];
    private final Class<?>[] cachedClasses = new Class<?>[CACHED];
    private final Registration[] cachedRegistrations = new Registration[CACHED];
    private Class<?> nextIsSpecial;
    private boolean ready;

    LaneClasses(ClassTable table, Patience patience) {
        this.table = table;
        this.patience = patience;
    }

    /** Until now it took, and forgot, what the constructor of Kryo registers by itself. */
    void ready() {
        ready = true;
    }

    @Override
    public void setKryo(Kryo kryo) {}

    @Override
    public Registration register(Registration registration) {
        if (ready) {
            throw new IllegalStateException("Classes are registered by agreement with the peer: " + registration);
        }
        return registration;
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
    public Registration getRegistration(@SuppressWarnings("rawtypes") Class type) {
        int slot = type.hashCode() & CACHED - 1;
        if (cachedClasses[slot] == type) {
            return cachedRegistrations[slot];
        }
        if (!ready) {
            return null;
        }
        Registration registration = byClass.get(type);
        if (registration == null) {
            registration = add(type);
        }
        cachedClasses[slot] = type;
        cachedRegistrations[slot] = registration;
        return registration;
    }

    @Override
    public Registration getRegistration(int id) {
        return id >= 0 && id < byId.length ? byId[id] : null;
    }

    @Override
    public Registration writeClass(Output output, @SuppressWarnings("rawtypes") Class type) {
        if (type == null) {
            output.writeByte((byte) 0);
            return null;
        }
        Registration registration = type == nextIsSpecial ? special() : getRegistration(type);
        output.writeVarInt(registration.getId() + 1, true);
        return registration;
    }

    @Override
    public Registration readClass(Input input) {
        int id = input.readVarInt(true) - 1;
        if (id == -1) {
            return null;
        }
        Registration registration = getRegistration(id);
        return registration == null ? find(id) : registration;
    }

    private Registration find(int id) {
        Class<?> type = id < 0 ? null : table.awaitClassOf(id);
        if (type == null) {
            throw new MalformedMessage("No class was agreed on for id " + id);
        }
        // Only a class of its own is agreed on, and by the interface it is a reference: so this is a value.
        return RemoteTypes.isByReference(type) ? ofValue(type) : getRegistration(type);
    }

    /** The next object whose class is written is one of this class, and is written itself, not a reference to it. */
    void writeNextByValue(Class<?> type) {
        nextIsSpecial = type;
    }

    /** The next object whose class is written is a {@link LinkedHashMap} in the order of access. */
    void writeNextInAccessOrder() {
        nextIsSpecial = LinkedHashMap.class;
    }

    private Registration special() {
        Class<?> type = nextIsSpecial;
        nextIsSpecial = null;
        return type == LinkedHashMap.class ? getRegistration(FurtherClasses.Any.class) : ofValue(type);
    }

    /** Of a class whose objects travel by reference elsewhere. */
    Registration ofValue(Class<?> type) {
        int id = table.idFor(type, patience);
        Registration registration = getRegistration(id);
        return registration != null ? registration : keep(new Registration(type, table.serializerOf(type), id));
    }

    private Registration add(Class<?> type) {
        Class<?> canonical = BuiltInClasses.canonical(type);
        int id = table.idFor(canonical, patience);
        Registration registration = getRegistration(id);
        if (registration == null) {
            registration = keep(new Registration(canonical, table.serializerOf(canonical), id));
        }
        byClass.put(type, registration);
        return registration;
    }

    private Registration keep(Registration registration) {
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
