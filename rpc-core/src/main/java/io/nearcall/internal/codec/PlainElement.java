// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Serializer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How an element of a stream travels whose class is that of a box or a string: in the same bytes as any other, two of which
 * are the same for all of its class.
 *
 * @param head the byte 1 that goes before each element, and the class
 */
record PlainElement(Class<?> type, short head, Serializer<Object> serializer) {

    private static final Map<Class<?>, PlainElement> ALL = new HashMap<>();

    static {
        for (Class<?> type : List.of(
                Boolean.class,
                Byte.class,
                Character.class,
                Short.class,
                Integer.class,
                Long.class,
                Float.class,
                Double.class,
                String.class)) {
            ALL.put(type, of(type, BuiltInClasses.idOf(type)));
        }
    }

    @SuppressWarnings("unchecked")
    private static PlainElement of(Class<?> type, int id) {
        // Little-endian. The class is one byte, for these ids are below 127.
        return new PlainElement(
                type, (short) (1 | id + 1 << Byte.SIZE), (Serializer<Object>) BuiltInClasses.serializer(id));
    }

    /** Null if the class is none of these. */
    static PlainElement of(Class<?> type) {
        return ALL.get(type);
    }

    void write(Kryo kryo, FrameOutput output, Object element) {
        output.writeShort(head);
        serializer.write(kryo, output, element);
    }

    /** The head has been read. */
    Object read(Kryo kryo, FrameInput input) {
        return serializer.read(kryo, input, type);
    }
}
