// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Serializer;
import io.nearcall.internal.codec.ShapeMatch.Common;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The classes that have another version on the other side of a connection, and the serialisers of their objects. All
 * other classes have the serialisers that they have on every connection. Any thread may use it.
 */
final class OtherVersions {

    private final Map<String, Common> common = new ConcurrentHashMap<>();
    private final Map<Class<?>, Serializer<?>> serializers = new ConcurrentHashMap<>();

    /** From now on these classes travel as {@code match} says. For each class, the first match that was added holds. */
    void add(ShapeMatch match) {
        for (Map.Entry<String, Common> each : match.byClass().entrySet()) {
            common.putIfAbsent(each.getKey(), each.getValue());
        }
    }

    Serializer<?> serializerOf(Class<?> type) {
        if (!common.isEmpty() && isAffected(type)) {
            return serializers.computeIfAbsent(type, this::make);
        }
        // A class that travels by reference elsewhere is asked for only because of its values.
        return RemoteTypes.isByReference(type) ? Serializers.byValue(type) : Serializers.of(type);
    }

    private Serializer<?> make(Class<?> type) {
        TravelRules.check(type);
        Common ofType = common.get(type.getName());
        if (type.isEnum()) {
            return new EnumCodec(type, ofType.constants());
        }
        if (type.isArray()) {
            Class<?> element = type.getComponentType();
            boolean exact = TravelRules.isExact(element) && (ofType == null || ofType.members() == null);
            return new ObjectArrayCodec(element, exact, this::serializerOf);
        }
        return ReflectiveCodec.of(type, ofType, this);
    }

    /** Whether objects of the class, or elements that its arrays hold without their class, are not written as usual. */
    boolean isAffected(Class<?> type) {
        return common.containsKey(type.getName())
                || common.containsKey(TravelRules.elementType(type).getName());
    }
}
