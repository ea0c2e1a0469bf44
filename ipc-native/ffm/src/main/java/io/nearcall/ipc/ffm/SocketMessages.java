// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ffm;

import io.nearcall.ipc.os.Errno;
import java.lang.foreign.MemorySegment;

/**
 * Bytes on Unix stream sockets, and descriptors that travel along (SCM_RIGHTS). socket_message.c explains the order.
 */
final class SocketMessages {

    private static final MemorySegment CLOSE = Libc.function("close");
    private static final MemorySegment RECVMSG = Libc.function("recvmsg");
    private static final MemorySegment SENDMSG = Libc.function("sendmsg");

    private static final int SOL_SOCKET = 1;
    private static final int SCM_RIGHTS = 1;
    private static final int MSG_PEEK = 0x2;
    private static final int MSG_CTRUNC = 0x8;
    private static final int MSG_DONTWAIT = 0x40;
    private static final int MSG_NOSIGNAL = 0x4000;
    private static final int MSG_CMSG_CLOEXEC = 0x40000000;

    // struct msghdr, and the one struct iovec behind it
    private static final long HEADER = Scratch.STRUCT;
    private static final long HEADER_PARTS = HEADER + 16;
    private static final long HEADER_PARTS_COUNT = HEADER + 24;
    private static final long HEADER_CONTROL = HEADER + 32;
    private static final long HEADER_CONTROL_LENGTH = HEADER + 40;
    private static final long HEADER_FLAGS = HEADER + 48;
    private static final long PART = HEADER + 64;
    private static final long PART_LENGTH = PART + 8;

    // struct cmsghdr, and the descriptors behind it
    private static final long CONTROL = Scratch.TEXT;
    private static final long LEVEL = 8;
    private static final long TYPE = 12;
    private static final long DATA = 16;

    private static final int DESCRIPTORS_MAX = 253;
    private static final long CONTROL_LENGTH = DATA + DESCRIPTORS_MAX * Integer.BYTES;

    /** Offset of the descriptors that came with a look. */
    private static final long SEEN = CONTROL + 2048;

    private static void fill(MemorySegment scratch, long bytes, long length, long control, long controlLength) {
        Scratch.putLong(scratch, HEADER, 0);
        Scratch.putLong(scratch, HEADER + 8, 0);
        Scratch.putLong(scratch, HEADER_PARTS, scratch.address() + PART);
        Scratch.putLong(scratch, HEADER_PARTS_COUNT, 1);
        Scratch.putLong(scratch, HEADER_CONTROL, control);
        Scratch.putLong(scratch, HEADER_CONTROL_LENGTH, controlLength);
        Scratch.putLong(scratch, HEADER_FLAGS, 0);
        Scratch.putLong(scratch, PART, bytes);
        Scratch.putLong(scratch, PART_LENGTH, length);
    }

    int send(int fd, long bytes, int length, int passFd) {
        MemorySegment scratch = Scratch.current();
        if (passFd == -1) {
            fill(scratch, bytes, length, 0, 0);
        } else {
            fill(scratch, bytes, length, scratch.address() + CONTROL, DATA + 2 * Integer.BYTES);
            Scratch.putLong(scratch, CONTROL, DATA + Integer.BYTES);
            Scratch.putInt(scratch, CONTROL + LEVEL, SOL_SOCKET);
            Scratch.putInt(scratch, CONTROL + TYPE, SCM_RIGHTS);
            Scratch.putInt(scratch, CONTROL + DATA, passFd);
            Scratch.putInt(scratch, CONTROL + DATA + Integer.BYTES, 0);
        }
        return transfer(SENDMSG, scratch, fd, MSG_NOSIGNAL | MSG_DONTWAIT);
    }

    private static int transfer(MemorySegment function, MemorySegment scratch, int fd, int flags) {
        long result;
        do {
            result = Libc.callLong(function, scratch, fd, scratch.address() + HEADER, flags, 0, 0, 0);
        } while (result == -Errno.EINTR);
        return (int) result;
    }

    private static int receiveMessage(MemorySegment scratch, int fd, int flags) {
        return transfer(RECVMSG, scratch, fd, flags | MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    }

    private static boolean isTruncated(MemorySegment scratch) {
        return (Scratch.getInt(scratch, HEADER_FLAGS) & MSG_CTRUNC) != 0;
    }

    int receive(int fd, long bytes, int length, int[] fds, int capacity) {
        MemorySegment scratch = Scratch.current();
        int count = keptDescriptors(scratch, fds, capacity);
        boolean looksForMore = count == 0;
        if (looksForMore) {
            fill(scratch, bytes, length, scratch.address() + CONTROL, CONTROL_LENGTH);
        } else {
            fill(scratch, bytes, length, 0, 0);
        }
        int received = receiveMessage(scratch, fd, MSG_PEEK);
        if (received < 0) {
            return received;
        }
        if (looksForMore) {
            count = seenDescriptors(scratch);
        }
        boolean came = false;
        if (looksForMore && isTruncated(scratch)) {
            received = -Errno.EPROTO;
        } else if (received > 0) {
            fill(scratch, bytes, received, 0, 0);
            received = receiveMessage(scratch, fd, 0);
            came = received >= 0 && isTruncated(scratch);
        }
        handOut(scratch, count, came, fds, capacity);
        return received;
    }

    private static int seenDescriptors(MemorySegment scratch) {
        int count = 0;
        long end = CONTROL + Scratch.getLong(scratch, HEADER_CONTROL_LENGTH);
        for (long header = CONTROL; header + DATA <= end; ) {
            long length = Math.max(Scratch.getLong(scratch, header), DATA);
            if (Scratch.getInt(scratch, header + LEVEL) == SOL_SOCKET
                    && Scratch.getInt(scratch, header + TYPE) == SCM_RIGHTS) {
                int more = (int) ((length - DATA) / Integer.BYTES);
                MemorySegment.copy(
                        scratch,
                        header + DATA,
                        scratch,
                        SEEN + (long) count * Integer.BYTES,
                        (long) more * Integer.BYTES);
                count += more;
            }
            header += (length + 7) & ~7L;
        }
        return count;
    }

    /** Collects the descriptors that an earlier call has left behind a -1. Returns how many. */
    private static int keptDescriptors(MemorySegment scratch, int[] fds, int capacity) {
        int count = 0;
        if (capacity > 0 && fds[0] == -1) {
            while (count < DESCRIPTORS_MAX && 1 + count < capacity && fds[1 + count] >= 0) {
                Scratch.putInt(scratch, SEEN + (long) count * Integer.BYTES, fds[1 + count]);
                count++;
            }
        }
        return count;
    }

    /**
     * The descriptors of the bytes that were taken begin at 0, all others behind a -1. Closes those that do not fit.
     */
    private static void handOut(MemorySegment scratch, int count, boolean came, int[] fds, int capacity) {
        int index = 0;
        if (!came && capacity > 0) {
            fds[index++] = -1;
        }
        for (int i = 0; i < count; i++) {
            int fd = Scratch.getInt(scratch, SEEN + (long) i * Integer.BYTES);
            if (index < capacity) {
                fds[index++] = fd;
            } else {
                Libc.callInt(CLOSE, scratch, fd);
            }
        }
        while (index < capacity) {
            fds[index++] = -1;
        }
    }
}
