// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.segment;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Ordered access to little-endian words of shared memory, the order in the name. Indices are absolute in the buffer and
 * naturally aligned. {@code Opaque} is atomic and coherent but orders nothing else; {@code Acquire} and
 * {@code Release} pair across processes as they do across threads.
 */
public final class Words {

    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Words() {}

    public static int getIntOpaque(ByteBuffer memory, int index) {
        return (int) INT.getOpaque(memory, index);
    }

    public static void putIntOpaque(ByteBuffer memory, int index, int value) {
        INT.setOpaque(memory, index, value);
    }

    public static long getLongAcquire(ByteBuffer memory, int index) {
        return (long) LONG.getAcquire(memory, index);
    }

    public static void putLongRelease(ByteBuffer memory, int index, long value) {
        LONG.setRelease(memory, index, value);
    }

    /** Puts the value if the expected one is there, in full order; returns whether it was. */
    public static boolean compareAndSetLong(ByteBuffer memory, int index, long expected, long value) {
        return LONG.compareAndSet(memory, index, expected, value);
    }

    public static void putLongOpaque(ByteBuffer memory, int index, long value) {
        LONG.setOpaque(memory, index, value);
    }
}
