// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Serializer;
import io.nearcall.internal.codec.ShapeMatch.Common;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The classes of which the other side of a connection has other versions, and what writes and reads their objects. All
 * other classes have the serialisers that they have on every connection. Any thread.
 */
final class OtherVersions {

    private final Map<String, Common> common = new ConcurrentHashMap<>();
    private final Map<Class<?>, Serializer<?>> serializers = new ConcurrentHashMap<>();

    /** From now on these classes travel like that. The first that was said of a class holds. */
    void add(ShapeMatch match) {
        for (Map.Entry<String, Common> each : match.byClass().entrySet()) {
            common.putIfAbsent(each.getKey(), each.getValue());
        }
    }

    Serializer<?> serializerOf(Class<?> type) {
        if (!common.isEmpty() && isAffected(type)) {
            return serializers.computeIfAbsent(type, this::make);
        }
        // Asked for itself, a class that travels by reference elsewhere is meant as a value.
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
        return new CommonMembersCodec(type, ofType, this);
    }

    /** Whether an object of the class, or what is written in an array without its own class, is not as it usually is. */
    boolean isAffected(Class<?> type) {
        return common.containsKey(type.getName())
                || common.containsKey(TravelRules.elementType(type).getName());
    }
}
