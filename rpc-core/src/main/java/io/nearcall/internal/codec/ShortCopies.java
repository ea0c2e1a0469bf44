// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Copies a few bytes between an array and a frame word by word. The JDK's bulk copies of direct memory are calls out of
 * compiled code. For a few bytes such a call costs more than the copy itself.
 */
final class ShortCopies {

    /**
     * The JDK makes this many copies first. So a process that makes few calls need not load this class, whose handles
     * make the first lambda of the process.
     */
    static final int FIRST = 64;

    /** For more bytes than this, the bulk copies are faster. */
    static final int LONGEST = 48;

    /** {@link #getWords} copies this many bytes. */
    static final int WORDS_BYTES = 24;

    /** A class of its own, so that its failures can be told from those of the outer class. */
    private static final class Words {
        static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
        static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

        private Words() {}
    }

    private ShortCopies() {}

    /** How many more copies the JDK makes after {@link #FIRST}: none, or as many again if there are no handles. */
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

    /** Copies {@link #WORDS_BYTES} bytes to the beginning of an array, without a loop. */
    static void getWords(ByteBuffer memory, int index, byte[] bytes) {
        Words.LONG.set(bytes, 0, memory.getLong(index));
        Words.LONG.set(bytes, Long.BYTES, memory.getLong(index + Long.BYTES));
        Words.LONG.set(bytes, 2 * Long.BYTES, memory.getLong(index + 2 * Long.BYTES));
    }

    /** Reads each byte once. */
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
