// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.segment;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Ordered access to little-endian words of shared memory. The names of the methods say the order. Indices are absolute
 * in the buffer and naturally aligned. {@code Opaque} is atomic and coherent, but orders nothing else. {@code Acquire}
 * and {@code Release} pair across processes as they do across threads.
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

    /** Full order, as accesses of a volatile variable or the operations of an AtomicInteger have. */
    public static int getIntVolatile(ByteBuffer memory, int index) {
        return (int) INT.getVolatile(memory, index);
    }

    public static void putIntVolatile(ByteBuffer memory, int index, int value) {
        INT.setVolatile(memory, index, value);
    }

    public static boolean compareAndSetIntVolatile(ByteBuffer memory, int index, int expected, int value) {
        return INT.compareAndSet(memory, index, expected, value);
    }

    public static int getAndSetIntVolatile(ByteBuffer memory, int index, int value) {
        return (int) INT.getAndSet(memory, index, value);
    }

    public static int getAndAddIntVolatile(ByteBuffer memory, int index, int delta) {
        return (int) INT.getAndAdd(memory, index, delta);
    }

    public static long getLongVolatile(ByteBuffer memory, int index) {
        return (long) LONG.getVolatile(memory, index);
    }

    public static void putLongVolatile(ByteBuffer memory, int index, long value) {
        LONG.setVolatile(memory, index, value);
    }

    public static boolean compareAndSetLongVolatile(ByteBuffer memory, int index, long expected, long value) {
        return LONG.compareAndSet(memory, index, expected, value);
    }

    public static long getAndAddLongVolatile(ByteBuffer memory, int index, long delta) {
        return (long) LONG.getAndAdd(memory, index, delta);
    }

    public static long getLongOpaque(ByteBuffer memory, int index) {
        return (long) LONG.getOpaque(memory, index);
    }

    public static long getLongAcquire(ByteBuffer memory, int index) {
        return (long) LONG.getAcquire(memory, index);
    }

    public static void putLongRelease(ByteBuffer memory, int index, long value) {
        LONG.setRelease(memory, index, value);
    }

    public static void putLongOpaque(ByteBuffer memory, int index, long value) {
        LONG.setOpaque(memory, index, value);
    }
}
