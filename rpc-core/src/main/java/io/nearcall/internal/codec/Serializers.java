// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.objenesis.strategy.StdInstantiatorStrategy;
import io.nearcall.codegen.MemberCodec;
import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReference;

/** Finds the serialiser of a class. Serialisers have no state and are shared by all lanes. */
final class Serializers {

    /*
     * A class holds its serialiser, which refers only to that class and to classes of Nearcall. The class may outlive
     * Nearcall's, as a library class of an application server does. Then it holds an AtomicReference, which is a JDK
     * class, to a weak reference instead. The user of the serialiser, such as a lane, holds the serialiser.
     */
    private static final ClassValue<Object> OF_APPLICATION = new ClassValue<>() {
        @Override
        protected Object computeValue(Class<?> type) {
            return mayOutliveNearcall(type) ? new AtomicReference<WeakReference<Serializer<?>>>() : make(type);
        }
    };

    /** False in tests of reflection, which is also used if generated code may not access the members of a class. */
    private static final boolean GENERATED = !Boolean.getBoolean("io.nearcall.codec.reflective");

    private Serializers() {}

    /** @throws ClassNotAllowed if objects of the class cannot travel */
    static Serializer<?> of(Class<?> type) {
        Class<?> canonical = BuiltInClasses.canonical(type);
        int id = BuiltInClasses.idOf(canonical);
        return id >= 0 ? BuiltInClasses.serializer(id) : ofApplication(canonical);
    }

    /** As {@link #of}, for a class whose objects travel by reference unless a method says otherwise. */
    static Serializer<?> byValue(Class<?> type) {
        return ofApplication(type);
    }

    private static Serializer<?> ofApplication(Class<?> type) {
        Object held = OF_APPLICATION.get(type);
        return held instanceof Serializer<?> serializer ? serializer : heldWeakly(type, held);
    }

    @SuppressWarnings("unchecked")
    private static Serializer<?> heldWeakly(Class<?> type, Object held) {
        AtomicReference<WeakReference<Serializer<?>>> holder = (AtomicReference<WeakReference<Serializer<?>>>) held;
        WeakReference<Serializer<?>> reference = holder.get();
        Serializer<?> known = reference == null ? null : reference.get();
        if (known != null) {
            return known;
        }
        Serializer<?> made = make(type); // two threads may make one each, which does no harm
        holder.set(new WeakReference<>(made));
        return made;
    }

    private static boolean mayOutliveNearcall(Class<?> type) {
        ClassLoader ours = Serializers.class.getClassLoader();
        return !isAtOrAbove(ours, ClassLoader.getSystemClassLoader()) && !isAtOrAbove(ours, type.getClassLoader());
    }

    private static boolean isAtOrAbove(ClassLoader ours, ClassLoader other) {
        for (ClassLoader loader = other; loader != null; loader = loader.getParent()) {
            if (loader == ours) {
                return true;
            }
        }
        return false;
    }

    private static Serializer<?> make(Class<?> type) {
        TravelRules.check(type);
        if (type.isArray()) {
            return new ObjectArrayCodec(type.getComponentType());
        }
        if (type.isEnum()) {
            return new EnumCodec(type);
        }
        if (JavaForm.isFormOf(type)) {
            return new JavaForm();
        }
        MemberCodec generated = generated(type);
        return generated != null ? generated : ReflectiveCodec.of(type);
    }

    /** Returns null if generated code may not access what reflection may. */
    private static MemberCodec generated(Class<?> type) {
        if (!GENERATED) {
            return null;
        }
        return MemberCodec.of(
                type,
                TravelRules.members(type),
                isConstructed(type) ? null : () -> new StdInstantiatorStrategy().newInstantiatorOf(type),
                MethodHandles.lookup(),
                Rules.OURS);
    }

    /** Whether a constructor makes the objects. */
    private static boolean isConstructed(Class<?> type) {
        if (type.isRecord()) {
            return true;
        }
        try {
            type.getDeclaredConstructor();
            return true;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    /** See {@link MemberCodec#classFile}. */
    static byte[] classFile(Class<?> type) {
        return MemberCodec.classFile(type, TravelRules.members(type), isConstructed(type), Rules.OURS);
    }

    private enum Rules implements MemberCodec.Rules {
        OURS;

        @Override
        public boolean isExact(Class<?> type) {
            return TravelRules.isExact(type);
        }

        @Override
        public Serializer<?> serializerOf(Class<?> type) {
            return of(type);
        }
    }
}
