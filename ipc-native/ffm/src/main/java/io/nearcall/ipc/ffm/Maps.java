// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ffm;

import io.nearcall.ipc.backend.MemoryCalls;
import io.nearcall.ipc.os.Errno;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/** Memory that two processes map: memfd_create, its seals, mmap. The comments of memory.c hold here. */
final class Maps implements MemoryCalls {

    private static final MemorySegment CLOSE = Libc.function("close");
    private static final MemorySegment FALLOCATE = Libc.function("fallocate");
    private static final MemorySegment FCNTL = Libc.function("fcntl");
    private static final MemorySegment FSTATFS = Libc.function("fstatfs");
    private static final MemorySegment MEMFD_CREATE = Libc.function("memfd_create");
    private static final MemorySegment MMAP = Libc.function("mmap");
    private static final MemorySegment MREMAP = Libc.function("mremap");
    private static final MemorySegment MUNMAP = Libc.function("munmap");
    private static final MemorySegment SYSCONF = Libc.function("sysconf");

    private static final int SC_PAGESIZE = 30;
    private static final int SC_PHYS_PAGES = 85;

    private static final int MFD_CLOEXEC = 1;
    private static final int MFD_ALLOW_SEALING = 2;
    private static final int MFD_NOEXEC_SEAL = 8; // Linux 6.3
    private static final int F_ADD_SEALS = 1033;
    private static final int F_GET_SEALS = 1034;

    /** F_SEAL_SEAL, F_SEAL_SHRINK, F_SEAL_GROW, F_SEAL_FUTURE_WRITE. */
    private static final int ONE_WAY_SEALS = 0x1 | 0x2 | 0x4 | 0x10;

    private static final long TMPFS_MAGIC = 0x01021994;
    private static final int BLOCK_BYTES = 512;

    private static final int PROT_NONE = 0;
    private static final int PROT_READ = 1;
    private static final int PROT_WRITE = 2;
    private static final int MAP_SHARED = 1;
    private static final int MAP_FIXED = 0x10;

    /** MAP_PRIVATE, MAP_ANONYMOUS, MAP_NORESERVE. */
    private static final int RESERVED = 0x2 | 0x20 | 0x4000;

    /** MREMAP_MAYMOVE, MREMAP_FIXED. */
    private static final int MOVE_TO = 1 | 2;

    @Override
    public int memfd(byte[] name, long lengthBytes) {
        MemorySegment scratch = Scratch.current();
        Libc.check(Scratch.text(scratch, name), "memfd_create", name);
        long text = scratch.address() + Scratch.TEXT;
        int fd = Libc.callInt(MEMFD_CREATE, scratch, text, MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
        if (fd == -Errno.EINVAL) {
            fd = Libc.callInt(MEMFD_CREATE, scratch, text, MFD_CLOEXEC | MFD_ALLOW_SEALING);
        }
        Libc.check(fd, "memfd_create", name);
        int result = allocateAll(scratch, fd, lengthBytes);
        if (result < 0) {
            Libc.callInt(CLOSE, scratch, fd);
            Libc.check(result, "fallocate", name);
        }
        return fd;
    }

    @Override
    public void allocate(int fd, long lengthBytes) {
        Libc.check(allocateAll(Scratch.current(), fd, lengthBytes), "fallocate", null);
    }

    private static int allocateAll(MemorySegment scratch, int fd, long lengthBytes) {
        if (exceedsPhysicalMemory(scratch, lengthBytes)) {
            return -Errno.ENOMEM;
        }
        int result;
        do {
            result = Libc.callInt(FALLOCATE, scratch, fd, 0, 0, lengthBytes);
        } while (result == -Errno.EINTR);
        return result;
    }

    private static boolean exceedsPhysicalMemory(MemorySegment scratch, long lengthBytes) {
        long pages = Libc.callLong(SYSCONF, scratch, SC_PHYS_PAGES, 0, 0, 0, 0, 0);
        long pageBytes = pageBytes(scratch);
        return pages > 0 && pageBytes > 0 && lengthBytes / pageBytes >= pages;
    }

    private static long pageBytes(MemorySegment scratch) {
        return Libc.callLong(SYSCONF, scratch, SC_PAGESIZE, 0, 0, 0, 0, 0);
    }

    @Override
    public void seal(int fd) {
        Libc.check(Libc.callInt(FCNTL, Scratch.current(), fd, F_ADD_SEALS, ONE_WAY_SEALS), "fcntl(F_ADD_SEALS)", null);
    }

    @Override
    public int isSealed(int fd) {
        MemorySegment scratch = Scratch.current();
        int seals = Libc.callInt(FCNTL, scratch, fd, F_GET_SEALS);
        if (seals < 0) {
            return seals;
        }
        int result = requireTmpfs(scratch, fd);
        return result < 0 ? result : (seals & ONE_WAY_SEALS) == ONE_WAY_SEALS ? 1 : 0;
    }

    private static int requireTmpfs(MemorySegment scratch, int fd) {
        int result = Libc.callInt(FSTATFS, scratch, fd, scratch.address() + Scratch.STRUCT);
        if (result < 0) {
            return result;
        }
        return Scratch.getLong(scratch, Scratch.STRUCT) == TMPFS_MAGIC ? 0 : -Errno.EINVAL;
    }

    @Override
    public long allocated(int fd) {
        MemorySegment scratch = Scratch.current();
        int result = Status.of(scratch, fd);
        return result < 0 ? result : Status.blocks(scratch) * BLOCK_BYTES;
    }

    @Override
    public long length(int fd) {
        MemorySegment scratch = Scratch.current();
        int result = Status.of(scratch, fd);
        return result < 0 ? result : Status.size(scratch);
    }

    private static int protection(boolean writable) {
        return writable ? PROT_READ | PROT_WRITE : PROT_READ;
    }

    @Override
    public long map(int fd, long offset, long lengthBytes, boolean writable) {
        MemorySegment scratch = Scratch.current();
        return Libc.check(
                Libc.callLong(MMAP, scratch, 0, lengthBytes, protection(writable), MAP_SHARED, fd, offset),
                "mmap",
                null);
    }

    @Override
    public long mapTwice(int fd, long offset, long lengthBytes, boolean writable) {
        MemorySegment scratch = Scratch.current();
        Libc.check(lengthBytes % pageBytes(scratch) == 0 ? 0 : -Errno.EINVAL, "mmap", null);
        Libc.check(requireTmpfs(scratch, fd), "mmap", null);
        long base = Libc.check(reserve(scratch, 2 * lengthBytes), "mmap", null);
        for (long at = base; at <= base + lengthBytes; at += lengthBytes) {
            long mapped = Libc.callLong(
                    MMAP, scratch, at, lengthBytes, protection(writable), MAP_SHARED | MAP_FIXED, fd, offset);
            checkHalf(mapped, "mmap", scratch, base, lengthBytes);
        }
        return base;
    }

    @Override
    public long aliasTwice(long address, long lengthBytes) {
        MemorySegment scratch = Scratch.current();
        Libc.check(lengthBytes % pageBytes(scratch) == 0 ? 0 : -Errno.EINVAL, "mremap", null);
        long base = Libc.check(reserve(scratch, 2 * lengthBytes), "mremap", null);
        for (long at = base; at <= base + lengthBytes; at += lengthBytes) {
            // With an old length of 0 the old map stays there, too.
            long mapped = Libc.callLong(MREMAP, scratch, address, 0, lengthBytes, MOVE_TO, at, 0);
            checkHalf(mapped, "mremap", scratch, base, lengthBytes);
        }
        return base;
    }

    /** Reserves both halves first, so a fixed map replaces nothing but our own reservation. */
    private static long reserve(MemorySegment scratch, long lengthBytes) {
        return Libc.callLong(MMAP, scratch, 0, lengthBytes, PROT_NONE, RESERVED, -1, 0);
    }

    private static void checkHalf(long mapped, String call, MemorySegment scratch, long base, long lengthBytes) {
        if (mapped < 0) {
            Libc.callInt(MUNMAP, scratch, base, 2 * lengthBytes);
            Libc.check(mapped, call, null);
        }
    }

    @Override
    public void unmap(long address, long lengthBytes) {
        Libc.check(Libc.callInt(MUNMAP, Scratch.current(), address, lengthBytes), "munmap", null);
    }

    @Override
    public void put(long address, byte[] from, int offset, int lengthBytes) {
        checkRange(from, offset, lengthBytes);
        MemorySegment.copy(from, offset, Libc.ALL, ValueLayout.JAVA_BYTE, address, lengthBytes);
    }

    @Override
    public void get(long address, byte[] to, int offset, int lengthBytes) {
        checkRange(to, offset, lengthBytes);
        MemorySegment.copy(Libc.ALL, ValueLayout.JAVA_BYTE, address, to, offset, lengthBytes);
    }

    private static void checkRange(byte[] array, int offset, int lengthBytes) {
        if ((offset | lengthBytes) < 0 || offset > array.length - lengthBytes) {
            throw new ArrayIndexOutOfBoundsException(
                    "offset=" + offset + ", lengthBytes=" + lengthBytes + ", array.length=" + array.length);
        }
    }

    /** The buffer is of the global scope, and so the same as one that JNI makes. */
    @Override
    @SuppressWarnings("restricted")
    public ByteBuffer buffer(long address, long lengthBytes) {
        return MemorySegment.ofAddress(address).reinterpret(lengthBytes).asByteBuffer();
    }
}
