// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Serializer;

/** Finds the serialiser of a class. Serialisers have no state and are shared by all lanes. */
final class Serializers {

    // The value refers to its own class only, and lives and dies with it.
    private static final ClassValue<Serializer<?>> OF_APPLICATION = new ClassValue<>() {
        @Override
        protected Serializer<?> computeValue(Class<?> type) {
            return make(type);
        }
    };

    private Serializers() {}

    /** @throws ClassNotAllowed if objects of the class cannot travel */
    static Serializer<?> of(Class<?> type) {
        Class<?> canonical = BuiltInClasses.canonical(type);
        int id = BuiltInClasses.idOf(canonical);
        return id >= 0 ? BuiltInClasses.serializer(id) : OF_APPLICATION.get(canonical);
    }

    /** As {@link #of}, of a class whose objects travel by reference unless a method says otherwise. */
    static Serializer<?> byValue(Class<?> type) {
        return OF_APPLICATION.get(type);
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
        return type.isRecord() ? new RecordCodec(type) : new BeanCodec(type);
    }
}
