// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ffm;

import io.nearcall.ipc.os.OsException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Calls functions of the C library that take up to six integers or pointers and return one. */
final class Libc {
    /*
     * One method handle serves all functions, because the JVM takes about a millisecond to make code for each new
     * signature. On the platforms of Abi an integer of any width goes into a register of 64 bits, sign-extended. So
     * does an argument of a variadic function. Registers that the function does not look at do no harm. If the result
     * is an int, its upper half is arbitrary.
     *
     * No call is critical. Many calls block, and a thread that blocks in a critical call holds up the garbage
     * collector.
     */

    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LIBRARY = LINKER.defaultLookup();

    @SuppressWarnings("restricted")
    private static final MethodHandle CALL = LINKER.downcallHandle(
            FunctionDescriptor.of(
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG),
            Linker.Option.captureCallState("errno"));

    /** All memory of this process, by its addresses. */
    @SuppressWarnings("restricted")
    static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private Libc() {}

    static MemorySegment function(String name) {
        Optional<MemorySegment> found = LIBRARY.find(name);
        if (found.isEmpty()) {
            throw new UnsupportedOperationException("The C library has no function " + name + ".");
        }
        return found.get();
    }

    /** Returns the result as it is. {@code errno} goes to the beginning of {@code scratch}. */
    static long call(MemorySegment function, MemorySegment scratch, long a, long b, long c, long d, long e, long f) {
        try {
            return (long) CALL.invokeExact(function, scratch, a, b, c, d, e, f);
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** Calls a function that returns a long or a pointer, and -1 if it fails. Returns that result or {@code -errno}. */
    static long callLong(
            MemorySegment function, MemorySegment scratch, long a, long b, long c, long d, long e, long f) {
        long result = call(function, scratch, a, b, c, d, e, f);
        return result == -1 ? -Scratch.errno(scratch) : result;
    }

    /** Calls a function that returns an int, and -1 if it fails. Returns that result or {@code -errno}. */
    static int callInt(MemorySegment function, MemorySegment scratch, long a, long b, long c, long d, long e) {
        int result = (int) call(function, scratch, a, b, c, d, e, 0);
        return result == -1 ? -Scratch.errno(scratch) : result;
    }

    static int callInt(MemorySegment function, MemorySegment scratch, long a, long b, long c, long d) {
        return callInt(function, scratch, a, b, c, d, 0);
    }

    static int callInt(MemorySegment function, MemorySegment scratch, long a, long b, long c) {
        return callInt(function, scratch, a, b, c, 0, 0);
    }

    static int callInt(MemorySegment function, MemorySegment scratch, long a, long b) {
        return callInt(function, scratch, a, b, 0, 0, 0);
    }

    static int callInt(MemorySegment function, MemorySegment scratch, long a) {
        return callInt(function, scratch, a, 0, 0, 0, 0);
    }

    /** Returns a result of 0 or more. Throws an exception for {@code -errno}. @param detail UTF-8, may be null */
    static long check(long result, String call, byte[] detail) {
        if (result < 0) {
            throw new OsException(
                    call, (int) -result, detail == null ? null : new String(detail, StandardCharsets.UTF_8));
        }
        return result;
    }

    static int check(int result, String call, byte[] detail) {
        return (int) check((long) result, call, detail);
    }
}
