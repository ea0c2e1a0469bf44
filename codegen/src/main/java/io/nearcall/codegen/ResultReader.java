// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import io.nearcall.codegen.internal.WireForm;

/** Reads results as objects, for callers other than the generated stub, which reads them into its local variables. */
public final class ResultReader {

    private ResultReader() {}

    /**
     * Reads the result of a method whose caller waits for the answer; null if the result is void.
     *
     * @param kryo which is a {@link ReferenceCodec} too
     * @throws ClassCastException if the result is of another class than the method returns
     */
    public static Object read(RemoteMethod method, Input input, Kryo kryo) {
        Class<?> type = method.result().declared();
        return switch (WireForm.ofResult(method)) {
            case PRIMITIVE -> readPrimitive(type, input);
            case STRING -> input.readString();
            case BYTES -> PlainArrays.readBytes(input);
            case INTS -> PlainArrays.readInts(input);
            case STRINGS -> PlainArrays.readStrings(input);
            case EXACT -> kryo.readObjectOrNull(input, type);
            case WITH_CLASS, VALUE -> type.cast(kryo.readClassAndObject(input));
            case REFERENCE -> ((ReferenceCodec) kryo).readReference(input, type);
            case ELEMENTS -> ((ReferenceCodec) kryo).readElements(input, type);
        };
    }

    private static Object readPrimitive(Class<?> type, Input input) {
        return switch (type.descriptorString().charAt(0)) {
            case 'Z' -> input.readBoolean();
            case 'B' -> input.readByte();
            case 'C' -> input.readChar();
            case 'S' -> input.readShort();
            case 'I' -> input.readInt();
            case 'J' -> input.readLong();
            case 'F' -> input.readFloat();
            case 'D' -> input.readDouble();
            default -> null;
        };
    }
}
