// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ffm;

import io.nearcall.ipc.backend.RecordLockCalls;
import io.nearcall.ipc.os.Errno;
import java.lang.foreign.MemorySegment;

/** Locks on bytes of a file, held by the open file description. */
final class RecordLocks implements RecordLockCalls {

    private static final MemorySegment FCNTL = Libc.function("fcntl");

    private static final int F_OFD_GETLK = 36;
    private static final int F_OFD_SETLK = 37;
    private static final int F_WRLCK = 1;
    private static final int F_UNLCK = 2;

    // struct flock
    private static final long TYPE = Scratch.STRUCT;
    private static final long WHENCE = Scratch.STRUCT + 2;
    private static final long START = Scratch.STRUCT + 8;
    private static final long LENGTH = Scratch.STRUCT + 16;
    private static final long PID = Scratch.STRUCT + 24;

    private static int operate(MemorySegment scratch, int fd, int command, int type, long offset, long lengthBytes) {
        Scratch.putShort(scratch, TYPE, type);
        Scratch.putShort(scratch, WHENCE, 0); // SEEK_SET
        Scratch.putLong(scratch, START, offset);
        Scratch.putLong(scratch, LENGTH, lengthBytes);
        Scratch.putLong(scratch, PID, 0);
        int result;
        do {
            result = Libc.callInt(FCNTL, scratch, fd, command, scratch.address() + Scratch.STRUCT);
        } while (result == -Errno.EINTR);
        return result;
    }

    /** Returns 0 or {@code -errno}: EAGAIN or EACCES if somebody else has it. A length of 0 goes up to the end. */
    static int lock(MemorySegment scratch, int fd, long offset, long lengthBytes) {
        return operate(scratch, fd, F_OFD_SETLK, F_WRLCK, offset, lengthBytes);
    }

    @Override
    public boolean tryLock(int fd, long offset, long lengthBytes) {
        int result = lock(Scratch.current(), fd, offset, lengthBytes);
        if (result == -Errno.EAGAIN || result == -Errno.EACCES) {
            return false;
        }
        Libc.check(result, "fcntl(F_OFD_SETLK)", null);
        return true;
    }

    @Override
    public boolean isHeld(int fd, long offset, long lengthBytes) {
        MemorySegment scratch = Scratch.current();
        Libc.check(operate(scratch, fd, F_OFD_GETLK, F_WRLCK, offset, lengthBytes), "fcntl(F_OFD_GETLK)", null);
        return Scratch.getShort(scratch, TYPE) != F_UNLCK;
    }

    @Override
    public void release(int fd, long offset, long lengthBytes) {
        int result = operate(Scratch.current(), fd, F_OFD_SETLK, F_UNLCK, offset, lengthBytes);
        Libc.check(result, "fcntl(F_OFD_SETLK)", null);
    }
}
