// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.util.Arrays;

/**
 * Writes and reads arrays of primitives and strings without Kryo, which then need not be loaded. No other value of the
 * message can be the same array. Generated code calls this class.
 */
public final class PlainArrays {

    private static final int NULL = 0;
    /** Kryo's mark of an object that has not occurred before. */
    private static final int FIRST = 1;

    private static final int FIRST_LENGTH = 16;

    private PlainArrays() {}

    /** Writes the length plus one, in as many bytes as it needs, and then the bytes; 0 for null. */
    public static void writeBytes(Output output, byte[] bytes) {
        if (bytes == null) {
            output.writeByte((byte) NULL);
            return;
        }
        output.writeVarInt(bytes.length + 1, true);
        output.writeBytes(bytes, 0, bytes.length);
    }

    /** @throws KryoException if there is no such array */
    public static byte[] readBytes(Input input) {
        int header = input.readVarInt(true);
        return header == NULL ? null : input.readBytes(checked(header) - 1);
    }

    /** Writes what Kryo would write: 1, the length, the elements; 0 for null. */
    public static void writeInts(Output output, int[] ints) {
        if (writeHeader(output, ints, ints == null ? 0 : ints.length)) {
            output.writeInts(ints, 0, ints.length);
        }
    }

    /** @throws KryoException if there is no such array */
    public static int[] readInts(Input input) {
        return isThere(input) ? input.readInts(checked(input.readVarInt(true))) : null;
    }

    /** As {@link #writeInts}. */
    public static void writeStrings(Output output, String[] strings) {
        if (writeHeader(output, strings, strings == null ? 0 : strings.length)) {
            for (String string : strings) {
                output.writeString(string);
            }
        }
    }

    /** @throws KryoException if there is no such array */
    public static String[] readStrings(Input input) {
        if (!isThere(input)) {
            return null;
        }
        int length = checked(input.readVarInt(true));
        // The length may be false, so the array grows with the elements that arrive.
        String[] strings = new String[Math.min(length, FIRST_LENGTH)];
        for (int i = 0; i < length; i++) {
            if (i == strings.length) {
                strings = Arrays.copyOf(strings, (int) Math.min(length, 2L * i));
            }
            strings[i] = input.readString();
        }
        return strings;
    }

    private static boolean writeHeader(Output output, Object array, int length) {
        output.writeByte((byte) (array == null ? NULL : FIRST));
        if (array != null) {
            output.writeVarInt(length, true);
        }
        return array != null;
    }

    private static boolean isThere(Input input) {
        int mark = input.readVarInt(true);
        if (mark != NULL && mark != FIRST) {
            throw new KryoException("A reference to another object in place of an array: " + mark);
        }
        return mark == FIRST;
    }

    private static int checked(int length) {
        if (length < 0) {
            throw new KryoException("An array of " + length + " elements");
        }
        return length;
    }
}
