// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ffm;

import io.nearcall.ipc.os.Errno;
import java.lang.foreign.MemorySegment;

/** eventfd(2): a descriptor by which another thread ends a wait. */
final class EventFd {

    private static final MemorySegment EVENTFD = Libc.function("eventfd");
    private static final MemorySegment WRITE = Libc.function("write");

    /** EFD_CLOEXEC, EFD_NONBLOCK. */
    private static final int FLAGS = 02000000 | 04000;

    private EventFd() {}

    /** Returns the descriptor or {@code -errno}. */
    static int open(MemorySegment scratch) {
        return Libc.callInt(EVENTFD, scratch, 0, FLAGS);
    }

    /** EAGAIN means that the counter is full, so a wake-up is pending already. */
    static int wake(MemorySegment scratch, int fd) {
        Scratch.putLong(scratch, Scratch.STRUCT, 1);
        long written;
        do {
            written = Libc.callLong(WRITE, scratch, fd, scratch.address() + Scratch.STRUCT, Long.BYTES, 0, 0, 0);
        } while (written == -Errno.EINTR);
        return written < 0 && written != -Errno.EAGAIN ? (int) written : 0;
    }
}
