// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ffm;

import java.lang.foreign.MemorySegment;

/** Gives the file at {@link Scratch#TEXT}, which has just been made, the permissions that an umask may have removed. */
final class FileMode {

    private static final MemorySegment CHMOD = Libc.function("chmod");
    private static final MemorySegment CLOSE = Libc.function("close");
    private static final MemorySegment OPEN = Libc.function("open");

    private static final int O_PATH = 010000000;
    private static final int O_CLOEXEC = 02000000;

    private FileMode() {}

    /** Follows no link, and changes no file of another user's. Returns 0 or {@code -errno}. */
    static int set(MemorySegment scratch, int mode) {
        long text = scratch.address() + Scratch.TEXT;
        int fd = Libc.callInt(OPEN, scratch, text, O_PATH | Abi.O_NOFOLLOW | O_CLOEXEC);
        if (fd < 0) {
            return fd;
        }
        int result = Status.of(scratch, fd);
        if (result == 0
                && (Status.mode(scratch) & Status.PERMISSIONS) != mode
                && (Status.mode(scratch) & Status.TYPE) != Status.LINK) {
            result = Libc.callInt(CHMOD, scratch, Scratch.self(scratch, fd), mode);
        }
        Libc.callInt(CLOSE, scratch, fd);
        return result;
    }
}
