// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ffm;

import io.nearcall.ipc.backend.FileCalls;
import io.nearcall.ipc.os.Errno;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Descriptors, and the few operations on files by name: status, directories, locks. The comments of file.c hold here.
 */
final class Files implements FileCalls {

    private static final MemorySegment CLOSE = Libc.function("close");
    private static final MemorySegment FCHMOD = Libc.function("fchmod");
    private static final MemorySegment FCNTL = Libc.function("fcntl");
    private static final MemorySegment FLOCK = Libc.function("flock");
    private static final MemorySegment FTRUNCATE = Libc.function("ftruncate");
    private static final MemorySegment GETEUID = Libc.function("geteuid");
    private static final MemorySegment LINKAT = Libc.function("linkat");
    private static final MemorySegment MKDIR = Libc.function("mkdir");
    private static final MemorySegment OPEN = Libc.function("open");
    private static final MemorySegment PREAD = Libc.function("pread");
    private static final MemorySegment PWRITE = Libc.function("pwrite");
    private static final MemorySegment UNLINK = Libc.function("unlink");

    private static final int F_DUPFD_CLOEXEC = 1030;
    private static final int O_RDWR = 2;
    private static final int O_CREAT = 0100;
    private static final int O_NOCTTY = 0400;
    private static final int O_NONBLOCK = 04000;
    private static final int O_CLOEXEC = 02000000;
    private static final int O_TMPFILE = 020000000 | Abi.O_DIRECTORY;
    private static final int AT_FDCWD = -100;
    private static final int AT_SYMLINK_FOLLOW = 0x400;
    private static final int LOCK_EX_NB = 2 | 4;
    private static final int LOCK_UN = 8;
    private static final int OWNER_READ_WRITE = 0600;

    /**
     * Linux has freed the descriptor even if close says EINTR. A second close could hit another thread's descriptor.
     */
    @Override
    public void close(int fd) {
        int result = Libc.callInt(CLOSE, Scratch.current(), fd);
        Libc.check(result == -Errno.EINTR ? 0 : result, "close", null);
    }

    @Override
    public int duplicate(int fd) {
        return Libc.check(
                Libc.callInt(FCNTL, Scratch.current(), fd, F_DUPFD_CLOEXEC, 0), "fcntl(F_DUPFD_CLOEXEC)", null);
    }

    @Override
    public boolean lstat(byte[] path, long[] fields) {
        MemorySegment scratch = Scratch.current();
        int result = Scratch.text(scratch, path);
        if (result == 0) {
            result = Status.ofText(scratch, false);
        }
        if (result == -Errno.ENOENT) {
            return false;
        }
        Libc.check(result, "lstat", path);
        Status.fill(scratch, fields);
        return true;
    }

    @Override
    public void fstat(int fd, long[] fields) {
        MemorySegment scratch = Scratch.current();
        Libc.check(Status.of(scratch, fd), "fstat", null);
        Status.fill(scratch, fields);
    }

    @Override
    public void makeDirectory(byte[] path, int mode) {
        MemorySegment scratch = Scratch.current();
        int result = Scratch.text(scratch, path);
        if (result == 0) {
            result = Libc.callInt(MKDIR, scratch, scratch.address() + Scratch.TEXT, mode & 0700);
        }
        Libc.check(result, "mkdir", path);
        Libc.check(FileMode.set(scratch, mode), "chmod", path);
    }

    @Override
    public boolean unlink(byte[] path) {
        MemorySegment scratch = Scratch.current();
        int result = Scratch.text(scratch, path);
        if (result == 0) {
            result = Libc.callInt(UNLINK, scratch, scratch.address() + Scratch.TEXT);
        }
        if (result == -Errno.ENOENT) {
            return false;
        }
        Libc.check(result, "unlink", path);
        return true;
    }

    @Override
    public int openLockFile(byte[] path) {
        int flags = O_CREAT | Abi.O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
        return Libc.check(openMade(Scratch.current(), path, flags), "open", path);
    }

    @Override
    public int openExisting(byte[] path) {
        int result = openPrivate(Scratch.current(), path, Abi.O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
        return result == -Errno.ENOENT ? -1 : Libc.check(result, "open", path);
    }

    @Override
    public int openUnnamed(byte[] directory) {
        return Libc.check(openMade(Scratch.current(), directory, O_TMPFILE), "open(O_TMPFILE)", directory);
    }

    private static int openPrivate(MemorySegment scratch, byte[] path, int flags) {
        int fd = Scratch.text(scratch, path);
        if (fd < 0) {
            return fd;
        }
        long text = scratch.address() + Scratch.TEXT;
        do {
            fd = Libc.callInt(OPEN, scratch, text, flags | O_RDWR | O_CLOEXEC, OWNER_READ_WRITE);
        } while (fd == -Errno.EINTR);
        return fd;
    }

    /** As {@link #openPrivate}, for a file that this call may make. Gives it what its maker's umask has removed. */
    private static int openMade(MemorySegment scratch, byte[] path, int flags) {
        int fd = openPrivate(scratch, path, flags);
        if (fd >= 0 && Status.of(scratch, fd) == 0 && lacksPermissions(scratch)) {
            int result = Libc.callInt(FCHMOD, scratch, fd, OWNER_READ_WRITE);
            if (result < 0) {
                Libc.callInt(CLOSE, scratch, fd);
                return result;
            }
        }
        return fd;
    }

    private static boolean lacksPermissions(MemorySegment scratch) {
        int mode = Status.mode(scratch);
        return (mode & Status.TYPE) == Status.REGULAR
                && Status.size(scratch) == 0
                && (mode & OWNER_READ_WRITE) != OWNER_READ_WRITE
                && Status.uid(scratch) == (int) Libc.call(GETEUID, scratch, 0, 0, 0, 0, 0, 0);
    }

    @Override
    public boolean link(int fd, byte[] path) {
        MemorySegment scratch = Scratch.current();
        int result = Scratch.text(scratch, path);
        if (result == 0) {
            long self = Scratch.self(scratch, fd);
            long text = scratch.address() + Scratch.TEXT;
            result = Libc.callInt(LINKAT, scratch, AT_FDCWD, self, AT_FDCWD, text, AT_SYMLINK_FOLLOW);
        }
        if (result == -Errno.EEXIST) {
            return false;
        }
        Libc.check(result, "linkat", path);
        return true;
    }

    @Override
    public boolean tryLock(int fd) {
        MemorySegment scratch = Scratch.current();
        int result;
        do {
            result = Libc.callInt(FLOCK, scratch, fd, LOCK_EX_NB);
        } while (result == -Errno.EINTR);
        if (result == -Errno.EAGAIN) {
            return false;
        }
        Libc.check(result, "flock", null);
        result = lockAgainstJava(scratch, fd);
        if (result <= 0) {
            Libc.callInt(FLOCK, scratch, fd, LOCK_UN);
        }
        return Libc.check(result, "flock", null) == 1;
    }

    /** Takes the other kind of lock, which a process without native calls takes through the JDK. */
    private static int lockAgainstJava(MemorySegment scratch, int fd) {
        int result = RecordLocks.lock(scratch, fd, 0, 0);
        if (result == 0 || result == -Errno.EINVAL) { // not known here: then it can exclude nobody
            return 1;
        }
        return result == -Errno.EAGAIN || result == -Errno.EACCES ? 0 : result;
    }

    @Override
    public void write(int fd, byte[] text) {
        MemorySegment scratch = Scratch.current();
        Libc.check(Scratch.text(scratch, text), "pwrite", null);
        Libc.check(Libc.callInt(FTRUNCATE, scratch, fd, 0), "ftruncate", null);
        long bytes = scratch.address() + Scratch.TEXT;
        for (int done = 0; done < text.length; ) {
            long written = Libc.callLong(PWRITE, scratch, fd, bytes + done, text.length - done, done, 0, 0);
            if (written > 0) {
                done += (int) written;
            } else if (written != -Errno.EINTR) {
                Libc.check(written == 0 ? -Errno.EIO : written, "pwrite", null);
            }
        }
    }

    @Override
    public int read(int fd, byte[] text) {
        MemorySegment scratch = Scratch.current();
        int capacity = Math.min(text.length, Scratch.TEXT_BYTES);
        long bytes = scratch.address() + Scratch.TEXT;
        int done = 0;
        while (done < capacity) {
            long got = Libc.callLong(PREAD, scratch, fd, bytes + done, capacity - done, done, 0, 0);
            if (got > 0) {
                done += (int) got;
            } else if (got == 0) {
                break;
            } else if (got != -Errno.EINTR) {
                Libc.check(got, "pread", null);
            }
        }
        MemorySegment.copy(scratch, ValueLayout.JAVA_BYTE, Scratch.TEXT, text, 0, done);
        return done;
    }
}
