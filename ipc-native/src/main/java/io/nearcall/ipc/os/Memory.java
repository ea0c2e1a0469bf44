// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import io.nearcall.ipc.backend.MemoryCalls;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/** Memory that two processes map. Thread-safe. An access to an address after {@link #unmap} kills the JVM. */
public final class Memory {

    /** Set by {@link ForeignFunctions} alone; null if natives are called. */
    static MemoryCalls foreign;

    private Memory() {}

    /**
     * Makes memory of that length with every page allocated. It exists as long as somebody has it open or mapped.
     *
     * @param name shown in {@code /proc/PID/maps}, for people only
     * @return a descriptor, closed on exec, to which seals can be added
     */
    public static int memfd(String name, long lengthBytes) {
        checkLength(lengthBytes);
        NativeLibrary.load();
        return foreign == null
                ? memfd0(NativeText.bytes("name", name), lengthBytes)
                : foreign.memfd(NativeText.bytes("name", name), lengthBytes);
    }

    /**
     * Gives a file that length, with every page allocated.
     *
     * @throws OsException ENOSPC if the file system has no room for it, ENOMEM if the machine has too little memory,
     *     EOPNOTSUPP if the file system cannot
     */
    public static void allocate(int fd, long lengthBytes) {
        checkLength(lengthBytes);
        NativeLibrary.load();
        if (foreign == null) {
            allocate0(fd, lengthBytes);
        } else {
            foreign.allocate(fd, lengthBytes);
        }
    }

    /**
     * Fixes the length of a memfd and forbids all writing except through maps that exist already, for ever and for
     * everybody. So the writer maps first.
     */
    public static void seal(int fd) {
        NativeLibrary.load();
        if (foreign == null) {
            seal0(fd);
        } else {
            foreign.seal(fd);
        }
    }

    /**
     * Whether memory that a peer passed can be read without surprises: a memfd of ordinary pages, sealed as by
     * {@link #seal}, of that length, with all its pages allocated.
     *
     * @return null if so, otherwise the reason in words
     */
    public static String checkSegment(int fd, long lengthBytes) {
        checkLength(lengthBytes);
        NativeLibrary.load();
        int sealed = foreign == null ? isSealed0(fd) : foreign.isSealed(fd);
        if (sealed < 0) {
            return sealed == -Errno.EINVAL
                    ? "it is not a memfd of ordinary pages"
                    : "its seals: " + Errno.text(-sealed);
        }
        if (sealed == 0) {
            return "it is not sealed against shrinking, growing, writing and further seals";
        }
        // It is sealed, so its length and its pages cannot change any more.
        long actualBytes = length(fd);
        if (actualBytes != lengthBytes) {
            return "its length is " + actualBytes + " bytes, not " + lengthBytes;
        }
        long allocatedBytes = allocated(fd);
        if (allocatedBytes < lengthBytes) {
            return "only " + allocatedBytes + " of its " + lengthBytes + " bytes are allocated";
        }
        // Pages behind the end count, too (FALLOC_FL_KEEP_SIZE), so the file may still have holes. A full file does not
        // grow when it is filled. A file with holes grows and is full then: no page can be missing when it is read.
        try {
            allocate(fd, lengthBytes);
        } catch (OsException e) {
            return "its pages: " + e.getMessage();
        }
        return allocated(fd) == allocatedBytes ? null : "it has holes";
    }

    /** The length of the file behind {@code fd} in bytes. */
    public static long length(int fd) {
        NativeLibrary.load();
        return checked(foreign == null ? length0(fd) : foreign.length(fd), fd);
    }

    /** Returns how many bytes of the file behind {@code fd} have pages or blocks. */
    public static long allocated(int fd) {
        NativeLibrary.load();
        return checked(foreign == null ? allocated0(fd) : foreign.allocated(fd), fd);
    }

    private static long checked(long result, int fd) {
        if (result < 0) {
            throw new OsException("fstat", (int) -result, "fd=" + fd);
        }
        return result;
    }

    /**
     * Maps shared memory.
     *
     * @param offset a multiple of the page size
     * @return the address; valid until {@link #unmap}, even after {@code fd} is closed
     */
    public static long map(int fd, long offset, long lengthBytes, boolean writable) {
        checkLength(lengthBytes);
        NativeLibrary.load();
        return foreign == null
                ? map0(fd, offset, lengthBytes, writable)
                : foreign.map(fd, offset, lengthBytes, writable);
    }

    /**
     * Maps the same memory twice in a row, so bytes that run over the end of the first map go on at its beginning.
     *
     * @param lengthBytes of one map, a multiple of the page size; the address space taken is twice that
     * @return the address of the first; to be unmapped with twice the length
     */
    public static long mapTwice(int fd, long offset, long lengthBytes, boolean writable) {
        checkLength(lengthBytes);
        NativeLibrary.load();
        return foreign == null
                ? mapTwice0(fd, offset, lengthBytes, writable)
                : foreign.mapTwice(fd, offset, lengthBytes, writable);
    }

    /**
     * Maps a part of a shared map twice more, in a row, as {@link #mapTwice} does. For memory that has no descriptor.
     *
     * @param address where the part begins, a multiple of the page size. If the map around it is read-only, the new one
     *     is, too
     * @param lengthBytes of the part, a multiple of the page size
     * @return the address of the first; to be unmapped with twice the length; valid even when the other map is given up
     */
    public static long aliasTwice(long address, long lengthBytes) {
        checkLength(lengthBytes);
        checkAddress(address);
        return foreign == null ? aliasTwice0(address, lengthBytes) : foreign.aliasTwice(address, lengthBytes);
    }

    /** Gives up a map. Nobody may touch it any more, on any thread. */
    public static void unmap(long address, long lengthBytes) {
        checkLength(lengthBytes);
        NativeLibrary.load();
        if (foreign == null) {
            unmap0(address, lengthBytes);
        } else {
            foreign.unmap(address, lengthBytes);
        }
    }

    /** Returns a little-endian direct buffer over mapped memory, which neither knows nor extends the map's lifetime. */
    public static ByteBuffer buffer(long address, long lengthBytes) {
        Objects.checkIndex(lengthBytes, Integer.MAX_VALUE + 1L);
        checkAddress(address);
        ByteBuffer buffer = foreign == null ? buffer0(address, lengthBytes) : foreign.buffer(address, lengthBytes);
        return buffer.order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Copies into mapped memory with the C library's copy. On processors with fast string moves, it takes half as long
     * as a buffer's bulk put. This holds for some thousand bytes between an array and memory that are both in a cache
     * of this or the other CPU. Into an array that was made just now, and for short ones, it takes longer.
     *
     * @throws ArrayIndexOutOfBoundsException if the range is not the array's; nothing was copied
     */
    public static void put(long address, byte[] from, int offset, int lengthBytes) {
        checkAddress(address);
        if (foreign == null) {
            put0(address, from, offset, lengthBytes);
        } else {
            foreign.put(address, from, offset, lengthBytes);
        }
    }

    /** Copies out of mapped memory. Otherwise as {@link #put}. */
    public static void get(long address, byte[] to, int offset, int lengthBytes) {
        checkAddress(address);
        if (foreign == null) {
            get0(address, to, offset, lengthBytes);
        } else {
            foreign.get(address, to, offset, lengthBytes);
        }
    }

    private static void checkAddress(long address) {
        if (address == 0) {
            throw new IllegalArgumentException("address=0");
        }
        NativeLibrary.load();
    }

    private static void checkLength(long lengthBytes) {
        if (lengthBytes <= 0) {
            throw new IllegalArgumentException("lengthBytes=" + lengthBytes + " is not positive");
        }
    }

    private static native int memfd0(byte[] name, long lengthBytes);

    private static native void allocate0(int fd, long lengthBytes);

    private static native void seal0(int fd);

    private static native int isSealed0(int fd);

    private static native long allocated0(int fd);

    private static native long length0(int fd);

    private static native long map0(int fd, long offset, long lengthBytes, boolean writable);

    private static native long mapTwice0(int fd, long offset, long lengthBytes, boolean writable);

    private static native long aliasTwice0(long address, long lengthBytes);

    private static native void unmap0(long address, long lengthBytes);

    private static native void put0(long address, byte[] from, int offset, int lengthBytes);

    private static native void get0(long address, byte[] to, int offset, int lengthBytes);

    private static native ByteBuffer buffer0(long address, long lengthBytes);
}
