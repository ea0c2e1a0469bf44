// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ffm;

import io.nearcall.ipc.os.Errno;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/**
 * Native memory of each thread for the arguments of one call, so that compiled calls allocate nothing. It lives as long as the
 * thread, which keeps it while it is in a call.
 */
final class Scratch {

    /** The error number of the last call. */
    private static final long ERRNO = 0;

    /** A zero: the empty path. */
    static final long EMPTY = 56;

    /** Structures of up to 320 bytes. */
    static final long STRUCT = 64;

    /** A path below /proc/self/fd. */
    private static final long SELF = 384;

    /** Text and its final zero, or large structures. */
    static final long TEXT = 512;

    /** PATH_MAX, the final zero included. */
    static final int TEXT_BYTES = 4096;

    private static final long LENGTH = TEXT + TEXT_BYTES;
    private static final long ALIGNMENT = 16;
    private static final String SELF_FD = "/proc/self/fd/";
    private static final long NS_PER_S = 1_000_000_000;

    /** Of the JDK's own classes, in and out: a thread that outlives our class loader does not keep it. */
    private static final ThreadLocal<MemorySegment> CURRENT = new ThreadLocal<>();

    private Scratch() {}

    static MemorySegment current() {
        MemorySegment scratch = CURRENT.get();
        return scratch == null ? make() : scratch;
    }

    private static MemorySegment make() {
        MemorySegment scratch = Arena.ofAuto().allocate(LENGTH, ALIGNMENT);
        CURRENT.set(scratch);
        return scratch;
    }

    static int errno(MemorySegment scratch) {
        return scratch.get(ValueLayout.JAVA_INT, ERRNO);
    }

    static void putShort(MemorySegment scratch, long offset, int value) {
        scratch.set(ValueLayout.JAVA_SHORT, offset, (short) value);
    }

    static void putInt(MemorySegment scratch, long offset, int value) {
        scratch.set(ValueLayout.JAVA_INT, offset, value);
    }

    static void putLong(MemorySegment scratch, long offset, long value) {
        scratch.set(ValueLayout.JAVA_LONG, offset, value);
    }

    static int getShort(MemorySegment scratch, long offset) {
        return scratch.get(ValueLayout.JAVA_SHORT, offset);
    }

    static int getInt(MemorySegment scratch, long offset) {
        return scratch.get(ValueLayout.JAVA_INT, offset);
    }

    static long getLong(MemorySegment scratch, long offset) {
        return scratch.get(ValueLayout.JAVA_LONG, offset);
    }

    /** A struct timespec; its address. */
    static long timespec(MemorySegment scratch, long offset, long timeNs) {
        putLong(scratch, offset, timeNs / NS_PER_S);
        putLong(scratch, offset + 8, timeNs % NS_PER_S);
        return scratch.address() + offset;
    }

    /** Copies UTF-8 to {@link #TEXT} and adds the zero. 0, or {@code -ENAMETOOLONG}. */
    static int text(MemorySegment scratch, byte[] utf8) {
        if (utf8.length >= TEXT_BYTES) {
            return -Errno.ENAMETOOLONG;
        }
        MemorySegment.copy(utf8, 0, scratch, ValueLayout.JAVA_BYTE, TEXT, utf8.length);
        scratch.set(ValueLayout.JAVA_BYTE, TEXT + utf8.length, (byte) 0);
        return 0;
    }

    /** The path by which this process finds what a descriptor stands for; its address. */
    static long self(MemorySegment scratch, int fd) {
        scratch.setString(SELF, SELF_FD + fd);
        return scratch.address() + SELF;
    }

    /**
     * Of a direct buffer's first byte, wherever its position is. As JNI does by itself, the caller keeps the buffer reachable
     * until the call has ended: the JIT may find it dead before, and its cleaner would free the memory.
     */
    static long address(ByteBuffer buffer) {
        return MemorySegment.ofBuffer(buffer).address() - buffer.position();
    }
}
