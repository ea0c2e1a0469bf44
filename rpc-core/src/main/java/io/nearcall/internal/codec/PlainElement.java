// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Serializer;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;

/**
 * How an element of a stream travels if its class is a box or String. The bytes are the same as those of any other
 * element. The first two are the same for all elements of the class.
 *
 * @param head the byte 1 that precedes each element, then the class
 */
record PlainElement(Class<?> type, short head, Serializer<Object> serializer) {

    private static final Map<Class<?>, PlainElement> ALL = new HashMap<>();

    static {
        for (BuiltIn kind : EnumSet.range(BuiltIn.BOOLEAN, BuiltIn.STRING)) {
            ALL.put(kind.type(), of(kind));
        }
    }

    @SuppressWarnings("unchecked")
    private static PlainElement of(BuiltIn kind) {
        // Little-endian. The class is one byte, because these ids are below 127.
        return new PlainElement(
                kind.type(), (short) (1 | kind.id() + 1 << Byte.SIZE), (Serializer<Object>) kind.codec());
    }

    /** Returns null if the class is not one of these. */
    static PlainElement of(Class<?> type) {
        return ALL.get(type);
    }

    void write(Kryo kryo, FrameOutput output, Object element) {
        output.writeShort(head);
        serializer.write(kryo, output, element);
    }

    /** Reads an element whose head has been read. */
    Object read(Kryo kryo, FrameInput input) {
        return serializer.read(kryo, input, type);
    }
}
