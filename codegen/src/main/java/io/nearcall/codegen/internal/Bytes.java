// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;

/** Writes and reads arrays of bytes that are no part of an object graph; generated code calls it. */
public final class Bytes {

    private Bytes() {}

    /** The length and one, in as many bytes as that needs, then the bytes; 0 for null. */
    public static void write(Output output, byte[] bytes) {
        if (bytes == null) {
            output.writeByte((byte) 0);
            return;
        }
        output.writeVarInt(bytes.length + 1, true);
        output.writeBytes(bytes, 0, bytes.length);
    }

    /** @throws KryoException if there is no such array */
    public static byte[] read(Input input) {
        int header = input.readVarInt(true);
        if (header == 0) {
            return null;
        }
        if (header < 0) {
            throw new KryoException("An array of " + (header - 1L) + " bytes");
        }
        return input.readBytes(header - 1);
    }
}
