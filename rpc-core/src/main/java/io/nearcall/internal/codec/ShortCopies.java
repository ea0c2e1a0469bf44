// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Copies a few bytes between an array and a frame word by word. The JDK's bulk copies of direct memory are calls out of compiled
 * code, which cost more than such a copy itself.
 */
final class ShortCopies {

    /** So many are left to the JDK: a process that makes few calls need not load this class, whose handles make its first lambda. */
    static final int FIRST = 64;

    /** Beyond this the bulk copies are faster. */
    static final int LONGEST = 48;

    /** Apart, so that what fails here can be told from what fails there. */
    private static final class Words {
        static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
        static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

        private Words() {}
    }

    private ShortCopies() {}

    /** How many more are left to the JDK after the {@link #FIRST}: none, or as many again where the handles cannot be had. */
    static int furtherFirst() {
        try {
            StackRoom.require();
            return Words.LONG == null || Words.INT == null ? FIRST : 0;
        } catch (StackOverflowError | OutOfMemoryError | LinkageError e) {
            return FIRST;
        }
    }

    /** @param memory little-endian */
    static void put(ByteBuffer memory, int index, byte[] bytes, int offset, int count) {
        int at = index;
        int from = offset;
        int end = offset + count;
        for (; end - from >= Long.BYTES; from += Long.BYTES, at += Long.BYTES) {
            memory.putLong(at, (long) Words.LONG.get(bytes, from));
        }
        if (end - from >= Integer.BYTES) {
            memory.putInt(at, (int) Words.INT.get(bytes, from));
            from += Integer.BYTES;
            at += Integer.BYTES;
        }
        for (; from < end; from++, at++) {
            memory.put(at, bytes[from]);
        }
    }

    /** Each byte is read once. */
    static void get(ByteBuffer memory, int index, byte[] bytes, int offset, int count) {
        int at = index;
        int to = offset;
        int end = offset + count;
        for (; end - to >= Long.BYTES; to += Long.BYTES, at += Long.BYTES) {
            Words.LONG.set(bytes, to, memory.getLong(at));
        }
        if (end - to >= Integer.BYTES) {
            Words.INT.set(bytes, to, memory.getInt(at));
            to += Integer.BYTES;
            at += Integer.BYTES;
        }
        for (; to < end; to++, at++) {
            bytes[to] = memory.get(at);
        }
    }
}
