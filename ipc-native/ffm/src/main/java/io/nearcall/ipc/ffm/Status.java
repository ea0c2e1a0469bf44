// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ffm;

import io.nearcall.ipc.os.Errno;
import java.lang.foreign.MemorySegment;

/**
 * statx(2) into {@link Scratch#STRUCT}. Its structure is the same everywhere. It is called by number, because not every
 * C library has a function for it.
 */
final class Status {

    private static final MemorySegment SYSCALL = Libc.function("syscall");

    private static final int AT_FDCWD = -100;
    private static final int AT_SYMLINK_NOFOLLOW = 0x100;
    private static final int AT_EMPTY_PATH = 0x1000;
    private static final int STATX_BASIC_STATS = 0x7ff;

    // struct statx
    private static final long UID = Scratch.STRUCT + 20;
    private static final long GID = Scratch.STRUCT + 24;
    private static final long MODE = Scratch.STRUCT + 28;
    private static final long INODE = Scratch.STRUCT + 32;
    private static final long SIZE = Scratch.STRUCT + 40;
    private static final long BLOCKS = Scratch.STRUCT + 48;
    private static final long DEVICE_MAJOR = Scratch.STRUCT + 136;
    private static final long DEVICE_MINOR = Scratch.STRUCT + 140;

    static final int TYPE = 0170000;
    static final int REGULAR = 0100000;
    static final int LINK = 0120000;
    static final int PERMISSIONS = 07777;

    private Status() {}

    /** Reads the status of the path at {@link Scratch#TEXT}. Returns 0 or {@code -errno}. */
    static int ofText(MemorySegment scratch, boolean follow) {
        return read(scratch, AT_FDCWD, scratch.address() + Scratch.TEXT, follow ? 0 : AT_SYMLINK_NOFOLLOW);
    }

    /** Reads the status of a descriptor. Returns 0 or {@code -errno}. */
    static int of(MemorySegment scratch, int fd) {
        return fd < 0 ? -Errno.EBADF : read(scratch, fd, scratch.address() + Scratch.EMPTY, AT_EMPTY_PATH);
    }

    private static int read(MemorySegment scratch, int fd, long path, int flags) {
        return (int) Libc.callLong(
                SYSCALL,
                scratch,
                Abi.SYS_STATX,
                fd,
                path,
                flags,
                STATX_BASIC_STATS,
                scratch.address() + Scratch.STRUCT);
    }

    static int mode(MemorySegment scratch) {
        return Scratch.getShort(scratch, MODE) & 0xffff;
    }

    static int uid(MemorySegment scratch) {
        return Scratch.getInt(scratch, UID);
    }

    static long inode(MemorySegment scratch) {
        return Scratch.getLong(scratch, INODE);
    }

    static long size(MemorySegment scratch) {
        return Scratch.getLong(scratch, SIZE);
    }

    /** Number of blocks of 512 bytes. */
    static long blocks(MemorySegment scratch) {
        return Scratch.getLong(scratch, BLOCKS);
    }

    /** Put together as by makedev(3). */
    static long device(MemorySegment scratch) {
        long major = Integer.toUnsignedLong(Scratch.getInt(scratch, DEVICE_MAJOR));
        long minor = Integer.toUnsignedLong(Scratch.getInt(scratch, DEVICE_MINOR));
        return (major & 0xfffL) << 8 | (major & 0xfffff000L) << 32 | minor & 0xffL | (minor & 0xffffff00L) << 12;
    }

    /** Fills in the fields in the order of FileSystem. */
    static void fill(MemorySegment scratch, long[] fields) {
        fields[0] = mode(scratch);
        fields[1] = Integer.toUnsignedLong(uid(scratch));
        fields[2] = Integer.toUnsignedLong(Scratch.getInt(scratch, GID));
        fields[3] = inode(scratch);
        fields[4] = device(scratch);
        fields[5] = size(scratch);
    }
}
