// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ffm;

import io.nearcall.ipc.os.Errno;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/**
 * Native memory of each thread for the arguments of one call, so compiled calls allocate nothing. It lives as long as
 * the thread, which keeps it during a call.
 */
final class Scratch {

    /** The error number of the last call. */
    private static final long ERRNO = 0;

    /** Offset of a zero: the empty path. */
    static final long EMPTY = 56;

    /** Offset of structures of up to 320 bytes. */
    static final long STRUCT = 64;

    /** Offset of a path below /proc/self/fd. */
    private static final long SELF = 384;

    /** Offset of a text and its final zero, or of large structures. */
    static final long TEXT = 512;

    /** PATH_MAX, the final zero included. */
    static final int TEXT_BYTES = 4096;

    private static final long LENGTH = TEXT + TEXT_BYTES;
    private static final long ALIGNMENT = 16;
    private static final String SELF_FD = "/proc/self/fd/";
    private static final long NS_PER_S = 1_000_000_000;

    /** Made of the JDK's own classes only, so a thread that outlives our class loader does not keep it. */
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

    /** Writes a struct timespec. Returns its address. */
    static long timespec(MemorySegment scratch, long offset, long timeNs) {
        putLong(scratch, offset, timeNs / NS_PER_S);
        putLong(scratch, offset + 8, timeNs % NS_PER_S);
        return scratch.address() + offset;
    }

    /** Copies UTF-8 to {@link #TEXT} and adds the zero. Returns 0 or {@code -ENAMETOOLONG}. */
    static int text(MemorySegment scratch, byte[] utf8) {
        if (utf8.length >= TEXT_BYTES) {
            return -Errno.ENAMETOOLONG;
        }
        MemorySegment.copy(utf8, 0, scratch, ValueLayout.JAVA_BYTE, TEXT, utf8.length);
        scratch.set(ValueLayout.JAVA_BYTE, TEXT + utf8.length, (byte) 0);
        return 0;
    }

    /** Writes the path by which this process finds what a descriptor stands for. Returns the path's address. */
    static long self(MemorySegment scratch, int fd) {
        scratch.setString(SELF, SELF_FD + fd);
        return scratch.address() + SELF;
    }

    /**
     * Returns the address of a direct buffer's first byte, wherever the buffer's position is. The caller keeps the
     * buffer reachable until the call has ended, as JNI does by itself. Otherwise the JIT may find the buffer dead
     * before, and its cleaner would free the memory.
     */
    static long address(ByteBuffer buffer) {
        return MemorySegment.ofBuffer(buffer).address() - buffer.position();
    }
}
